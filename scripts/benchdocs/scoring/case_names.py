"""Which case a line of results means: names are compared in one form, and given as plan or suite has them."""

from benchdocs.scoring.plan import Plan, case_name
from benchdocs.suite.cases import compared_name, named_cases
from benchdocs.suite.suite import Suite


class CaseNames:
    """The names of the cases of a plan and of a suite."""

    def __init__(self, suite: Suite, plan: Plan | None = None) -> None:
        names = [*named_cases(suite), *(plan.cases if plan else ())]
        self._names = {compared_name(name): name for name in names}
        self._meant: dict[str, str] = {}

    def meant(self, stated: object) -> str:
        """Return the name of the case that a line names; one that is nowhere in the form that is compared.

        Raises ValueError where it is no name.
        """
        if not isinstance(stated, str) or stated not in self._meant:
            name = case_name("case", stated)
            self._meant[name] = self._names.get(compared_name(name), compared_name(name))
            return self._meant[name]
        return self._meant[stated]
