"""Corrections of the HTML that Material's templates produce: names and states for screen readers, mostly."""

import re

_HIDDEN = '<span class="visually-hidden">{}</span>'
_PANEL_TITLE = re.compile(
    r'<label class="md-nav__title" for="(__nav[^"]*)">\s*<span class="md-nav__icon md-icon"></span>'
    r"\s*(.*?)\s*</label>",
    re.DOTALL,
)
_ICON_LABEL = re.compile(
    r'(<label class="md-nav__link[^"]*" for="(__nav[^"]*)" id="[^"]*")[^>]*>'
    r'(\s*<span class="md-nav__icon md-icon"></span>\s*</label>)'
)
_NAV_EXPANDED = re.compile(r'(<nav [^>]*?) aria-expanded="[^"]*"')
_PALETTE = re.compile(r'<link rel="stylesheet" href="[^"]*/palette\.\w+\.min\.css">\s*')
_LABEL_TABINDEX = re.compile(r'(<label [^>]*?) tabindex="[^"]*"')


def styles(html: str) -> str:
    """Remove the style sheet of named colors, which restyles the whole page twice on every load."""
    return _PALETTE.sub("", html)


def header(html: str) -> str:
    """Name the switch of the navigation; colors are switched by our own script."""
    label = '<label class="md-header__button md-icon" for="__drawer">'
    html = html.replace(label, label + _HIDDEN.format("Navigation"))
    return html.replace('data-md-component="palette"', 'data-switch="palette"')


def navigation(html: str) -> str:
    """Name each group's switch in the sidebars after the group; the keyboard reaches it by its checkbox."""
    titles = dict(_PANEL_TITLE.findall(html))

    def named(match: re.Match[str]) -> str:
        return f"{match[1]}>{_HIDDEN.format(titles.get(match[2], 'More'))}{match[3]}"

    if 'id="__toc"' not in html:
        html = html.replace('<label class="md-nav__title" for="__toc">', '<label class="md-nav__title">')
    html = _ICON_LABEL.sub(named, html)
    return _NAV_EXPANDED.sub(r"\1", _LABEL_TABINDEX.sub(r"\1", html))
