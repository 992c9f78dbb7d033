"""Write the headers that a web server should send with the site, with its Content-Security-Policy."""

import base64
import hashlib
import re
from collections.abc import Collection, Iterable
from pathlib import Path

NAME = "_headers"
"""File at the site's root, in the format of Netlify and Cloudflare Pages."""
_SCRIPT = re.compile(rb"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_RUNS = re.compile(rb"""\btype=["']?(?:module|text/javascript)\b""")
_HASHES = re.compile(r"'sha256-[A-Za-z0-9+/]{43}='")
_LEADS_ON = re.compile(
    rb"""\s*window\.location\.replace\(\s*"[\w.-]+/?"(?:\s*\+ window\.location\.(?:search|hash))*\s*\);\s*"""
)
"""The script with which mike leads from the root to the version in force."""
_NAMED = ("assets/javascripts", "assets/stylesheets")
"""Folders in which the name of every file holds a hash of its content."""
_YEAR = 365 * 24 * 60 * 60


def headers(folder: Path, allowed: Collection[str]) -> str:
    """Return the file's text for a folder that holds a finished site, or several, each in a folder.

    Of the scripts in its pages, those with an allowed hash run.
    """
    pages = (path.read_bytes() for path in sorted(folder.rglob("*.html")))
    always = {
        "Content-Security-Policy": policy(pages, allowed),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    }
    forever = {"Cache-Control": f"public, max-age={_YEAR}, immutable"}
    names = [name for kind in _NAMED for pattern in (kind, f"*/{kind}") for name in folder.glob(pattern)]
    named = sorted(f"/{name.relative_to(folder).as_posix()}/*" for name in names)
    rules = {"/*": always} | dict.fromkeys(named, forever)
    return "\n".join(
        f"{path}\n" + "".join(f"  {name}: {value}\n" for name, value in fields.items())
        for path, fields in rules.items()
    )


def released_scripts(folder: Path) -> set[str]:
    """Return the hashes of the scripts that the versions in a folder allow, and of what leads to one."""
    written = [path.read_text(encoding="utf-8") for path in folder.glob(f"*/{NAME}")]
    root = folder / "index.html"
    scripts = _inline_scripts(root.read_bytes()) if root.is_file() else ()
    leading = {script_hash(script) for script in scripts if _LEADS_ON.fullmatch(script)}
    return leading.union(*(_HASHES.findall(text) for text in written))


def policy(pages: Iterable[bytes], allowed: Collection[str]) -> str:
    """Return the strictest Content-Security-Policy under which these pages work with the allowed scripts."""
    found = {script_hash(script) for page in pages for script in _inline_scripts(page)}
    hashes = " ".join(sorted(found & set(allowed)))
    directives = (
        "default-src 'self'",
        f"script-src 'self' {hashes}".rstrip(),
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return "; ".join(directives)


def _inline_scripts(page: bytes) -> Iterable[bytes]:
    """Yield the inline scripts of a page that a browser runs; a block of JSON is none."""
    for attributes, script in _SCRIPT.findall(page):
        if b"src=" not in attributes and (b"type=" not in attributes or _RUNS.search(attributes)):
            yield script


def script_hash(script: bytes) -> str:
    """Return the hash by which a policy allows a script."""
    # A browser hashes what it parsed, with every line end as \n.
    parsed = script.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return f"'sha256-{base64.b64encode(hashlib.sha256(parsed).digest()).decode()}'"
