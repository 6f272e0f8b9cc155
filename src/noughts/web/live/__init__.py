"""Live connections: who follows a game or a room, and what they are sent."""
