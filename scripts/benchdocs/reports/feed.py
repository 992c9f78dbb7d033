"""Format the changes that can alter a score as an Atom feed."""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from benchdocs.documents.locations import printable
from benchdocs.history.commits import shortened
from benchdocs.history.git_log import History, LogEntry
from benchdocs.specs.field_facts import Effect

CHANGES_URL = "audit/changes/"
MOST_ENTRIES = 50
_NAMESPACE = "http://www.w3.org/2005/Atom"


def atom(history: History, name: str, address: str) -> bytes:
    """Return the feed of the site of this name.

    `address` is where the site is published, or empty: then links start at the feed.
    """
    feed = Element("feed", xmlns=_NAMESPACE)
    entries = [entry for entry in history.entries if _told(entry)][:MOST_ENTRIES]
    base = f"{address}{CHANGES_URL}" if address else "./"
    _add(feed, "id", base if address else f"urn:benchdocs:{entries[-1].commit.id if entries else 'empty'}")
    _add(feed, "title", f"{name}: changes that can alter a score")
    _add(feed, "updated", _moment(entries[0].commit.date if entries else "1970-01-01"))
    SubElement(feed, "link", rel="alternate", href=base)
    SubElement(feed, "link", rel="self", href=f"{base}feed.xml")
    for entry in entries:
        commit = entry.commit
        item = SubElement(feed, "entry")
        link = f"{base}#c-{shortened(commit.id)}"
        _add(item, "id", link if address else f"urn:sha1:{commit.id}")
        _add(item, "title", _told(entry)[0] + (" …" if len(_told(entry)) > 1 else ""))
        _add(item, "updated", _moment(commit.date))
        _add(SubElement(item, "author"), "name", commit.author)
        SubElement(item, "link", href=link)
        _add(item, "content", "\n".join((commit.subject, *_told(entry))))
    indent(feed)
    text: str = tostring(feed, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _told(entry: LogEntry) -> list[str]:
    return [change.text for change in entry.changes if change.effect is Effect.SCORE]


def _add(above: Element, name: str, text: str) -> None:
    SubElement(above, name).text = "\n".join(map(printable, text.splitlines()))


def _moment(date: str) -> str:
    """Return a day as the moment at which it begins."""
    return f"{date}T00:00:00Z"
