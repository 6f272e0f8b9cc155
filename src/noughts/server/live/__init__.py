"""Live connections: who follows a game or a room, what they are sent, and who of them is there."""
