"""Logs of events: stores, repositories, and the nodes that share them."""
