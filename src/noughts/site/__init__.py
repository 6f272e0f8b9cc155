"""What answers the requests of the API where there is no server: in a browser, in Python."""
