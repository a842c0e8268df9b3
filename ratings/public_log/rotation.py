"""Replace the key of the public log: the old key hands over to the new one in the log itself."""

from ratings.public_log import files, keys
from ratings.public_log.append import append_key
from ratings.public_log.signed_notes import VerifierKey


def rotate() -> VerifierKey:
    """Make a new key and sign the log with both, then delete the old one. Return the new verifier key.

    Those who know the old key find the new one in the log. Raise `RatingError` if there is no key yet, or if the log
    was changed. If it is interrupted, run it again: it continues with the same new key.
    """
    old, new = keys.signing_key(), keys.next_key()
    append_key(old, new)
    files.publish(also=[new])
    keys.take_next()
    files.publish(also=[])
    return new.verifier()
