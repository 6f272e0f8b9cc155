"""Several processes on one database: their messages and the transports."""
