"""The HTML pages, their forms, templates, scripts and styles."""
