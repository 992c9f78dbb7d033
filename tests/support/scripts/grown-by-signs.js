signs => {
  const own = signs.map((sign) => sign.closest("h1, h2, h3, h4, li, tr"));
  const heights = () => own.map((part) => part.getBoundingClientRect().height);
  const before = heights();
  for (const sign of signs) sign.style.display = "none";
  return heights().map((height, at) => before[at] - height).filter((more) => more > 0.5 && more < 15);
}
