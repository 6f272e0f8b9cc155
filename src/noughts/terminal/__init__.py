"""Line mode: a game as plain lines of text that a person, a pipe or a screen reader can follow."""
