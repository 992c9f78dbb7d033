"""All rules of the modules beside this one, in the order of their numbers."""

from importlib import import_module
from pkgutil import iter_modules

from benchdocs import rules
from benchdocs.rules import versions
from benchdocs.rules.rule import DEFINED, Rule
from benchdocs.rules.waivers import ALWAYS_ON
from benchdocs.specs.settings import Settings

for _, _name, _is_package in iter_modules(rules.__path__):
    if not _is_package and _name not in ("check", "registry"):
        import_module(f"{rules.__name__}.{_name}")
RULES: tuple[Rule, ...] = tuple(sorted(DEFINED.values(), key=lambda rule: int(rule.id[3:])))
RULE_BY_ID = {rule.id: rule for rule in RULES}
VERSION_RULES = (
    *(versions.unversioned_change, versions.vanished_code, versions.returned_code),
    versions.undecided_change,
    versions.former_product,
)
"""Rules that hold a suite against an earlier state of it."""
RULES_OF_USUAL_REPLY = ("PRM610", "PRM613")
"""Rules that read the usual form of a judge's reply, and are off where the settings name another one."""


def applied_rules(settings: Settings) -> tuple[Rule, ...]:
    """Return the rules of a suite that its settings do not switch off."""
    off = {entry.rule for entry in settings.ignore if not entry.rule.startswith(ALWAYS_ON)}
    if settings.prompts.reply:
        off.update(RULES_OF_USUAL_REPLY)
    return tuple(rule for rule in rules_of(settings) if rule.id not in off)


def rules_of(settings: Settings) -> tuple[Rule, ...]:
    """Return the rules of a suite: those of all suites, and those that its settings switch on."""
    return tuple(rule for rule in RULES if not rule.setting or getattr(settings, rule.setting))
