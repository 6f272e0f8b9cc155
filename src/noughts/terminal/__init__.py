"""Line mode: games as plain lines of text, for terminals, pipes and screen readers."""
