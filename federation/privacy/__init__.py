"""What people may ask: what is kept about them, who viewed it, how long it is kept."""
