"""What a visitor can ask for, whatever the door: the API and the pages call the same functions."""
