"""What people may know and ask: what is kept of them, who looked at it, how long it stays."""
