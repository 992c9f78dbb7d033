"use strict";
// Ahead of Material's script: what that leaves undone for a keyboard, and on pages opened as files.
(() => {
  const all = (selector) => document.querySelectorAll(selector);

  // The color scheme, if there is a choice. Material's own switch restyles the whole page several times on every load.
  const schemes = [...all("[data-switch=palette] input")];
  const light = matchMedia("(prefers-color-scheme: light)");
  const paint = (index) => {
    schemes.forEach((choice, place) => {
      choice.checked = place === index;
      choice.nextElementSibling.hidden = place !== index;
    });
    const { mdColorMedia: media, mdColorScheme: scheme } = schemes[index].dataset;
    const isSystem = media === "(prefers-color-scheme)";
    document.body.dataset.mdColorScheme = isSystem ? (light.matches ? "default" : "slate") : scheme;
    return { index, color: { media, scheme } };
  };
  const chosen = () => schemes.findIndex(({ checked }) => checked);
  const saved = __md_get("__palette")?.index;
  if (schemes.length) {
    paint(saved in schemes ? saved : 0);
    light.onchange = () => paint(chosen());
  }
  schemes.forEach((choice, index) => {
    choice.onchange = () => __md_set("__palette", paint(index));
    choice.onkeydown = ({ key }) => {
      if (key !== "Enter") return;
      const next = schemes[(index + 1) % schemes.length];
      next.click();
      next.focus();
    };
  });

  // Material's script learns from the list of versions which one is in force.
  const outdated = document.querySelector(".outdated");
  if (outdated) outdated.hidden = !__md_get("__outdated", sessionStorage);

  // The drawer's label takes no keys: a button goes into it. The rest is out of reach while the drawer covers it.
  const drawer = document.getElementById("__drawer");
  const [label] = all(".md-header [for=__drawer]");
  const button = document.createElement("button");
  button.type = "button";
  button.append(...label.childNodes);
  button.onclick = () => {
    drawer.click();
    const side = ".md-sidebar--primary ";
    [all(side + "a")[0], ...all(side + ".md-nav__toggle:checked")].at(-1)?.focus();
  };
  label.append(button);
  const wide = matchMedia("(min-width: 76.25em)");
  const follow = () => {
    button.ariaExpanded = drawer.checked;
    for (const part of all(".md-header, .md-content, .md-sidebar--secondary, .md-footer")) {
      part.inert = drawer.checked && !wide.matches;
    }
  };
  drawer.onchange = wide.onchange = follow;
  follow();

  // Keys scroll a wide table too; a copy button is no landmark.
  const mend = () => {
    for (const box of all(".md-typeset__scrollwrap")) {
      box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
    }
    for (const bar of all(".md-code__nav")) bar.role = "none";
    // The name of the button of versions has to hold the version that it shows.
    for (const version of all(".md-version__current")) version.ariaLabel = `Version ${version.textContent}`;
  };
  for (const part of all("article, .md-header")) {
    new MutationObserver(mend).observe(part, { childList: true, subtree: true });
  }
  addEventListener("resize", mend);

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drawer.checked) {
      drawer.click();
      button.focus();
    }
    // Letters are no commands (WCAG 2.1.4).
    if (event.key.length === 1) event.stopImmediatePropagation();
  });

  if (location.protocol !== "file:") return;

  // A folder's address shows a listing.
  const complete = ({ target }) => {
    const link = target.closest("a[href]");
    const url = link && new URL(link.getAttribute("href"), location);
    if (url?.protocol !== "file:" || !url.pathname.endsWith("/")) return;
    url.pathname += "index.html";
    link.setAttribute("href", url);
  };
  addEventListener("click", complete, true);
  addEventListener("auxclick", complete, true);
})();
