"""`./run server` installs, updates and checks a server. Standard library only: nothing may be installed yet."""
