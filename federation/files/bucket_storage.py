"""The storage of files in a bucket (MEDIA_BUCKET). Only imported where there is one: it needs requirements-s3.lock."""

from typing import Any

from botocore.config import Config
from storages.backends.s3 import S3Storage


class BucketStorage(S3Storage):
    """Files have the rights of the bucket, which is private. What is written again replaces what was there."""

    def __init__(self, **options: Any) -> None:
        config = Config(
            connect_timeout=3,  # seconds
            read_timeout=20,
            retries={"mode": "standard", "max_attempts": 2},
            s3={"addressing_style": "path" if options.get("endpoint_url") else "auto"},
            request_checksum_calculation="when_required",  # not all servers know them
            response_checksum_validation="when_required",
        )
        super().__init__(client_config=config, default_acl=None, file_overwrite=True, **options)
