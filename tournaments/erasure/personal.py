"""What an erasure does with the rows about a member in the tables of tournaments."""

from federation.erasure.registry import NAME, deletes, keeps
from tournaments.models import Claim, ClaimMute, ConfirmedSpelling, Participant

keeps(
    Participant,
    {
        "file_last_name": NAME,
        **dict.fromkeys(("file_first_name", "file_title", "file_sex", "file_licence", "file_pin"), ""),
        **dict.fromkeys(("file_birth_date", "file_birth_year", "file_fide_id"), None),
    },
    names=["file_last_name", "file_first_name"],
    numbers=["file_fide_id", "file_licence", "file_pin"],
)
deletes(ConfirmedSpelling)
keeps(Claim, {"text": "", "answer_text": "", "wanted": ""})
deletes(ClaimMute)
