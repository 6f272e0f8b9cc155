"""The full screen: games, puzzles and replays in a terminal, by Textual (extra `screen`)."""
