"""Pages whose links are led to files, and nothing else in them."""

from __future__ import annotations

from noughts.site.documents import Document

PAGE = """<!doctype html>
<html lang="en">
<head>
<title>Tom &amp; Ann</title>
<meta name="description" content="Two &amp; more">
<link rel="alternate" hreflang="de" href="/learn">
<script type="module" src="/static/1/game/play.js"></script>
<script type="application/json" id="state">{"address": "/g/1?a=1&b=2", "text": "</p>"}</script>
</head>
<body>
<a href="/a/..._x_3?x=1&amp;y=2">one</a> <a href="#main">two</a>
<a href="?step=2">three</a>
<form method="post" action="/play">
<button formmethod="get" formaction="/">Go</button></form>
<code>&lt;a href="/learn"&gt; href="/learn" &#39;</code><!-- href="/learn" -->
<svg viewBox="0 0 1 1"><path d="M0 0"/></svg><img src="/g/1/picture.png" alt="">
</body>
</html>
"""

PLACED = """<!doctype html>
<html lang="en">
<head>
<title>Tom &amp; Ann</title>
<meta name="description" content="Two &amp; more">
<link rel="alternate" hreflang="de" href="[/learn de]">
<link rel="modulepreload" data-start href="[/static/1/game/play.js None]">
<script type="application/json" id="state">{"address": "/g/1?a=1&b=2", "text": "</p>"}</script>
<meta name="more">
</head>
<body>
<a href="[/a/..._x_3?x=1&amp;y=2 None]">one</a> <a href="#main">two</a>
<a href="[?step=2 None]">three</a>
<form method="dialog" data-method="post" action="[/play None]">
<button formmethod="dialog" data-method="get" formaction="[/ None]">Go</button></form>
<code>&lt;a href="/learn"&gt; href="/learn" &#39;</code><!-- href="/learn" -->
<svg viewBox="0 0 1 1"><path d="M0 0"/></svg><img src="[/g/1/picture.png None]" alt="">
</body>
</html>
"""


def test_links_are_led_to_files_scripts_wait_and_all_else_is_as_it_was() -> None:
    document = Document(PAGE, lambda address, language: f"[{address} {language}]")
    assert document.finished('<meta name="more">\n').splitlines() == PLACED.splitlines()
    assert (document.title, document.description) == ("Tom &amp; Ann", "Two & more")
