"use strict";
// Runs ahead of Material's own script: what that leaves undone for a keyboard, and on pages opened as files.
(() => {
  // Material's drawer covers the page. A label opens it, which takes no keys, so a button goes into the label;
  // while the drawer is open the rest is out of reach, and Escape closes it.
  const drawer = document.getElementById("__drawer");
  const label = document.querySelector(".md-header [for=__drawer]");
  const button = document.createElement("button");
  button.type = "button";
  button.append(...label.childNodes);
  button.onclick = () => {
    drawer.click();
    document.querySelector(".md-sidebar--primary a").focus();
  };
  label.append(button);
  const wide = matchMedia("(min-width: 76.25em)");
  const behind = ".md-header, .md-content, .md-sidebar--secondary, .md-footer";
  const follow = () => {
    button.ariaExpanded = drawer.checked;
    for (const part of document.querySelectorAll(behind)) part.inert = drawer.checked && !wide.matches;
  };
  drawer.addEventListener("change", follow);
  wide.addEventListener("change", follow);
  follow();

  // A table that is wider than its place is scrolled with the keyboard too.
  const reach = () => {
    for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
      box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
    }
  };
  addEventListener("load", reach);
  addEventListener("resize", reach);

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drawer.checked) {
      drawer.click();
      button.focus();
    }
    // Letters are no commands here (WCAG 2.1.4); Material takes some for search, next and previous.
    if (event.key.length === 1) event.stopImmediatePropagation();
  });

  if (location.protocol !== "file:") return;

  // A folder's address shows a listing where no server turns it into the folder's page.
  const complete = (event) => {
    const link = event.target.closest("a[href]");
    if (link?.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
  };
  for (const type of ["click", "auxclick", "contextmenu"]) addEventListener(type, complete, true);

  // Chromium starts no worker from a file, so the search runs in a frame of the page.
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = document.createElement("script");
      script.src = url;
      this.loaded = new Promise((resolve) => { script.onload = resolve; });
      frame.contentDocument.head.append(script);
    }

    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
})();
