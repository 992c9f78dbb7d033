"""Which case a line of results means: names are compared in one form, and given as plan or suite has them."""

from collections import defaultdict

from benchdocs.scoring.plan import Plan, case_name, compared
from benchdocs.suite.cases import names_meant
from benchdocs.suite.suite import Suite


class CaseNames:
    """The names of the cases of a plan and of a suite."""

    def __init__(self, suite: Suite, plan: Plan | None = None) -> None:
        self._suite = suite
        self._planned = {compared(name): name for name in plan.cases} if plan else {}
        self._of_suite: dict[str, set[str]] = defaultdict(set)
        for stated, names in names_meant(suite).items():
            self._of_suite[compared(stated)].update(names)
        self._meant: dict[str, str] = {}

    def meant(self, stated: object) -> str:
        """Return the name of the case that a line names; one that is nowhere in the form that is compared.

        Raises ValueError where it is no name, or where several cases could be meant.
        """
        if not isinstance(stated, str) or stated not in self._meant:
            name = case_name("case", stated)
            self._meant[name] = self._found(name)
            return self._meant[name]
        return self._meant[stated]

    def _found(self, stated: str) -> str:
        key = compared(stated)
        if key in self._planned:
            return self._planned[key]
        code, _, case_id = stated.partition("/")
        former = compared(f"{self._suite.known_code(code)}/{case_id}")
        meant = self._of_suite.get(key) or self._of_suite.get(former) or {key}
        if len(meant) > 1:
            listed = " or ".join(f"`{name}`" for name in sorted(meant))
            raise ValueError(f"several cases have the ID `{stated}`: write {listed}")
        return next(iter(meant))
