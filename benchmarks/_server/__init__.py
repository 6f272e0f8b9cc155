"""What `server.py` is made of: servers as processes, players at sockets, and the load they make."""
