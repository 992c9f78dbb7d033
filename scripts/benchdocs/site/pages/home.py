"""Make the home page: an example, where to go, what is confirmed, and the suite as a map."""

from benchdocs.site.links import run_url
from benchdocs.site.page import single_page
from benchdocs.site.views.home import Overview

HOME = single_page(
    "home",
    "",
    "Home",
    "Rubrics, weights, evaluators and gates of the suite.",
    lambda context: {"overview": Overview(context.views, context.reviewed), "run_url": run_url},
    styles=("home.css",),
    hide=("navigation", "toc"),
    guide_heading="",
)
