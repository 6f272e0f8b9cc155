"""Learn without ever trying anything but the move believed best."""

EXPLORES = 0.0
