"""Make the home page: what is tested, what is open, where to go, and the suite as a matrix."""

from benchdocs.site.page import single_page
from benchdocs.site.views.home import Overview

HOME = single_page(
    "home",
    "",
    "Home",
    "Rubrics, weights, evaluators and gates of the suite.",
    lambda context: {"overview": Overview(context.views, context.reviewed)},
    styles=("home.css",),
    hide=("navigation", "toc"),
    guide_heading="",
)
