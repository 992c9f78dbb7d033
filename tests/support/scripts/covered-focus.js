() => {
  const bottom = document.querySelector(".md-header").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("article :is(a, button, input, select, summary)")].reverse()
    .filter((part) => {
      part.focus();
      if (document.activeElement !== part) return false;
      const { top, left, height } = part.getBoundingClientRect();
      const there = document.elementFromPoint(left + 4, top + height / 2);
      return top < bottom || !(part.contains(there) || there?.contains(part));
    }).map((part) => part.outerHTML.slice(0, 100));
}
