() => {
  const drawn = ["class", "style", "fill", "stroke", "type", "role"];
  const tag = (element) => element.tagName + drawn.map((name) => element.getAttribute(name) || "").join("|")
    + element.getAttributeNames().join(" ");
  const named = ["for", "aria-labelledby", "aria-describedby", "aria-controls"].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].flatMap((element) => element.getAttribute(name).split(" ")));
  const needed = new Set(named);
  const paths = new Map([[document.documentElement, ""]]);
  const seen = new Set();
  for (const element of document.querySelectorAll("body, body *")) {
    const whole = element.closest("form, script, summary, h1, h2, h3, h4") || element.parentElement.closest("a, th");
    if (!element.isConnected || whole || needed.has(element.id)) {
      paths.set(element, element.tagName);
      continue;
    }
    const path = paths.get(element.parentNode) + ">" + tag(element);
    paths.set(element, path);
    const look = path + [...element.querySelectorAll("*")].map(tag);
    if (seen.has(look)) element.remove();
    else seen.add(look);
  }
}
