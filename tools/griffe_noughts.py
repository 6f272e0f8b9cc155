"""For the site: what Griffe does not see in our package by itself."""

import re
from collections.abc import Iterator
from typing import Any

import griffe

_EXAMPLES = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Noughts(griffe.Extension):
    """Shows examples as code, and `solve` of `noughts.solver` as the function, not its module."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put each run of examples into a block: Griffe knows those under a heading alone."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLES.sub("```pycon\n\\g<0>\n```", obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Let a function that a package exports go before the module of its name."""
        for package in _packages(pkg):
            for name in map(str, package.exports or ()):
                module = package.members.get(name)
                if module and module.is_module and package.imports.get(name) != module.path:
                    function = pkg.modules_collection[package.imports[name]]
                    package.members[name] = griffe.Alias(name, function, parent=package)


def _packages(package: griffe.Module) -> Iterator[griffe.Module]:
    """A package and those in it, the inner ones first, from which the outer ones import."""
    for module in package.modules.values():
        if not module.is_alias and module.is_init_module:
            yield from _packages(module)
    yield package
