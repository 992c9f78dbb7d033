() => {
  const at = document.activeElement;
  const shown = (element) => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const inside = box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight;
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1 && box.width >= 8 && inside
      && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  // A mark in a chart may show it with a line or a colour of its parts.
  const drawing = () => JSON.stringify([at, ...at.querySelectorAll("*")].map((part) => {
    const { outline, stroke, strokeWidth, fill, textDecorationLine } = getComputedStyle(part);
    return [outline, stroke, strokeWidth, fill, textDecorationLine];
  }));
  if (at instanceof SVGElement) {
    const focused = drawing();
    at.blur();
    const changed = drawing() !== focused;
    at.focus();
    return changed ? "" : at.outerHTML.slice(0, 120);
  }
  const near = at.matches("[type=checkbox], [type=radio]") ? at.parentNode.querySelectorAll("label, a") : [];
  const drawn = [at, ...(at.labels || []), ...near];
  return drawn.some(shown) || at.matches(".search__input") ? "" : at.outerHTML.slice(0, 120);
}
