"""Write the headers that a web server should send with the site, with its Content-Security-Policy."""

import base64
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

NAME = "_headers"
"""File at the site's root, in the format of Netlify and Cloudflare Pages."""
MOST_RULES, LONGEST_LINE = 100, 2_000
"""How much of the file Cloudflare Pages reads; it drops the rest without a word."""
_SCRIPT = re.compile(rb"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_RUNS = re.compile(rb"""\btype=["']?(?:module|text/javascript)\b""")
_HASHES = re.compile(r"'sha256-[A-Za-z0-9+/]{43}='")
_CSP = "Content-Security-Policy"
_ANY = "'unsafe-inline'"
"""Source that allows every inline script."""
_LEADS_ON = re.compile(
    rb"""\s*window\.location\.replace\(\s*"[\w.-]+/?"(?:\s*\+ window\.location\.(?:search|hash))*\s*\);\s*"""
)
"""The script with which mike leads from the root to the version in force."""
NAMED = ("assets/javascripts", "assets/stylesheets")
"""Folders in which the name of every file holds a hash of its content."""
_YEAR = 365 * 24 * 60 * 60


def site_headers(folder: Path, allowed: Collection[str]) -> str:
    """Return the file's text for a finished site, whose pages run only scripts with an allowed hash."""
    return _text(folder, {"/*": policy(_read(folder.rglob("*.html")), allowed)})


def released_headers(folder: Path) -> str:
    """Return the file's text for released versions side by side, each with a policy of its own.

    Where several rules fit an address, some hosts send the last policy and some send all, and a page has to
    satisfy all that are sent. So the policy for addresses of no version allows what any version may allow.

    Raises ValueError where Cloudflare Pages would not read all policies.
    """
    allowed = released_scripts(folder)
    if not any(folder.glob(f"*/{NAME}")):
        return site_headers(folder, allowed)
    own = sorted(folder.glob("*.html"))
    policies = {"/*": _policy(_ANY)} | dict.fromkeys(
        ("/", *(f"/{path.name}" for path in own)), policy(_read(own), allowed)
    )
    for version in sorted(path.parent for path in folder.glob("*/index.html")):
        policies[f"/{version.name}/*"] = policy(_read(version.rglob("*.html")), allowed)
    if len(policies) > MOST_RULES:
        raise ValueError(f"Cloudflare Pages reads {MOST_RULES} policies, and {len(policies)} are needed")
    for path, found in policies.items():
        if len(f"  {_CSP}: {found}") > LONGEST_LINE:
            raise ValueError(f"Cloudflare Pages reads {LONGEST_LINE:,} characters of `{path}`'s policy")
    return _text(folder, policies)


def is_built(folder: Path) -> bool:
    """Return whether a folder holds a finished site, or released versions of one."""
    is_site = (folder / "index.html").is_file() and (folder / "assets/stylesheets").is_dir()
    return is_site or (folder / "versions.json").is_file()


def _read(paths: Iterable[Path]) -> Iterator[bytes]:
    return (path.read_bytes() for path in sorted(paths))


def _text(folder: Path, policies: Mapping[str, str]) -> str:
    """Return the rules: those with policies first, by the addresses that they are for."""
    always = {
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    }
    forever = {"Cache-Control": f"public, max-age={_YEAR}, immutable"}
    names = [name for kind in NAMED for pattern in (kind, f"*/{kind}") for name in folder.glob(pattern)]
    named = sorted(f"/{name.relative_to(folder).as_posix()}/*" for name in names)
    rules = {path: {_CSP: found} for path, found in policies.items()} | dict.fromkeys(named, forever)
    rules["/*"] |= always
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
    return _policy(" ".join(sorted(found & set(allowed))))


def _policy(scripts: str) -> str:
    """Return the policy with these sources of inline scripts."""
    directives = (
        "default-src 'self'",
        f"script-src 'self' {scripts}".rstrip(),
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
