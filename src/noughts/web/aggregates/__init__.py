"""Games and rooms: loaded from their logs, changed by commands, published once stored."""
