() => {
  const size = (element) => parseFloat(getComputedStyle(element).fontSize);
  const heading = "h1, h2, h3, h4, h5, h6";
  const parts = [...document.querySelectorAll("article :is(h1, h2, h3, h4, h5, h6, p, li, td, dd)")]
    .filter((part) => part.checkVisibility());
  return parts.filter((part, at) => {
    const text = parts.slice(at + 1).find((next) => !next.matches(heading));
    return part.matches(heading) && text && size(part) <= size(text);
  }).map((part) => part.textContent);
}
