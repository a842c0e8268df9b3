"""What the law asks for: export, corrections, erasure, retention, who looked at what, and consents."""
