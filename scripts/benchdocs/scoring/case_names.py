"""Which case a line of results means: names are compared in one form, and given as plan or suite has them."""

from collections import defaultdict

from benchdocs.scoring.plan import Plan, case_name, compared
from benchdocs.suite.cases import named_cases
from benchdocs.suite.suite import Suite


class CaseNames:
    """The names of the cases of a plan and of a suite, where an ID alone may do, or one after a code."""

    def __init__(self, suite: Suite, plan: Plan | None = None) -> None:
        self._suite = suite
        self._names = {compared(name): name for name in named_cases(suite)}
        if plan:
            self._names |= {compared(name): name for name in plan.cases}
        self._others: dict[str, set[str]] = defaultdict(set)
        for name, case in named_cases(suite).items():
            case_id = name.rpartition("/")[2]
            for stated in (case_id, *(f"{code}/{case_id}" for code in case.codes)):
                self._others[compared(stated)].add(name)
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
        if key in self._names:
            return self._names[key]
        code, _, case_id = stated.partition("/")
        former = compared(f"{self._suite.known_code(code)}/{case_id}")
        meant = self._others.get(key) or self._others.get(former) or {key}
        if len(meant) > 1:
            listed = " or ".join(f"`{name}`" for name in sorted(meant))
            raise ValueError(f"several cases have the ID `{stated}`: write {listed}")
        return next(iter(meant))
