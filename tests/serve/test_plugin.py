"""The MkDocs plugin: what it needs of MkDocs and of the environment, and how that is reported if missing."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from mkdocs.commands import build as mkdocs_build
from mkdocs.commands import serve as mkdocs_serve
from mkdocs.config import load_config
from mkdocs.config.config_options import Hooks
from mkdocs.livereload import LiveReloadServer

from benchdocs.mkdocs_adapter import mkdocs_internals
from benchdocs.mkdocs_adapter.plugin import BenchdocsPlugin
from support.paths import REPOSITORY
from support.patience import PATIENCE


def missing_names(server: LiveReloadServer) -> list[str]:
    """The private names that `mkdocs_internals` uses and the installed MkDocs lacks."""
    text = Path(mkdocs_internals.__file__).read_text()
    functions = sorted(set(re.findall(r"mkdocs_build\.(_\w+)", text)))
    attributes = sorted(set(re.findall(r"server\.(_\w+)", text)))
    assert (len(functions), len(attributes)) == (2, 7)
    kept = getattr(Hooks, "_load_hook", None)
    return [
        *(["mkdocs.commands.serve.build"] if not hasattr(mkdocs_serve, "build") else []),
        *(["mkdocs.config.config_options.Hooks._load_hook"] if not hasattr(kept, "cache_clear") else []),
        *(f"mkdocs.commands.build.{name}" for name in functions if not hasattr(mkdocs_build, name)),
        *(f"mkdocs.livereload.LiveReloadServer.{name}" for name in attributes if not hasattr(server, name)),
    ]


@pytest.fixture
def unbound_server(tmp_path: Path) -> LiveReloadServer:
    made = LiveReloadServer(lambda: None, "127.0.0.1", 8000, str(tmp_path))
    made.server_close()
    return made


def test_the_installed_mkdocs_has_the_private_names_that_the_preview_uses(
    unbound_server: LiveReloadServer,
) -> None:
    missing = missing_names(unbound_server)
    assert not missing, (
        f"MkDocs {version('mkdocs')} has no {', '.join(missing)}: adapt `mkdocs_internals.py`, which has"
        " what the preview uses of MkDocs beside its public interface, or limit the version in pyproject.toml"
    )


def test_a_private_name_that_is_gone_is_named(
    unbound_server: LiveReloadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(mkdocs_build, "_build_page")
    del unbound_server._want_rebuild
    assert missing_names(unbound_server) == [
        "mkdocs.commands.build._build_page",
        "mkdocs.livereload.LiveReloadServer._want_rebuild",
    ]


def test_mkdocs_names_the_package_where_it_is_not_installed(tmp_path: Path) -> None:
    script = "import sys; sys.modules['benchdocs'] = None; from mkdocs.__main__ import cli; cli()"
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
    assert "cannot find module 'benchdocs" in result.stderr
    assert not (tmp_path / "site").exists()


def test_a_command_that_only_reads_the_settings_builds_nothing() -> None:
    """So does mike before it writes to its branch."""
    config = load_config(str(REPOSITORY / "mkdocs.yml"))
    config.plugins.run_event("startup", command="mike", dirty=False)
    config.plugins.run_event("config", config)
    plugin = config.plugins["benchdocs"]
    assert isinstance(plugin, BenchdocsPlugin)
    with pytest.raises(AssertionError):
        plugin.build  # noqa: B018
