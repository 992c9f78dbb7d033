"""The MkDocs plugin: what it needs of MkDocs and of the environment, and how that is reported if missing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from mkdocs.config import load_config

from benchdocs import mkdocs_adapter
from benchdocs.mkdocs_adapter.plugin import BenchdocsPlugin
from support.paths import REPOSITORY
from support.patience import PATIENCE


def test_the_adapter_uses_no_private_name_of_mkdocs() -> None:
    """So that a new version of MkDocs may change what is its own."""
    files = list(Path(mkdocs_adapter.__file__).parent.glob("*.py"))
    assert len(files) > 10
    for file in files:
        tree = ast.parse(file.read_text())
        own = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_own(node)}
        private = {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and re.match(r"_(?!_|asdict|replace)", node.attr)
            and node.attr not in own
        }
        imported = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("mkdocs", "material"))
            for alias in node.names
            if alias.name.startswith("_")
        }
        assert private | imported == set(), file


def _is_own(node: ast.Attribute) -> bool:
    """Whether a name is one of an object's own: `self._name`."""
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def test_mkdocs_names_the_package_where_it_is_not_installed(tmp_path: Path) -> None:
    script = (
        "from importlib import metadata; found = metadata.distributions\n"
        "metadata.distributions = lambda **how: (each for each in found(**how) if each.name != 'benchdocs')\n"
        "from mkdocs.__main__ import cli; cli()"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, "build", "-d", tmp_path / "site"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "Unrecognised theme name: 'benchdocs'" in result.stderr
    assert not (tmp_path / "site").exists()


def test_a_command_that_only_reads_the_settings_builds_nothing() -> None:
    """So does mike before it writes to its branch."""
    config = load_config(str(REPOSITORY / "mkdocs.yml"))
    config.plugins.run_event("startup", command="mike", dirty=False)
    config.plugins.run_event("config", config)
    plugin = config.plugins["benchdocs"]
    assert isinstance(plugin, BenchdocsPlugin)
    with pytest.raises(AttributeError):
        plugin.build  # noqa: B018
