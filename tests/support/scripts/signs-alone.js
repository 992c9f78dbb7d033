signs => signs.filter((sign) => {
  const texts = document.createTreeWalker(sign.parentNode, NodeFilter.SHOW_TEXT);
  let text, last;
  while ((text = texts.nextNode())) {
    const isBefore = text.compareDocumentPosition(sign) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (text.data.trim() && isBefore) last = text;
  }
  const end = document.createRange();
  end.setStart(last, last.data.trimEnd().length - 1);
  end.setEnd(last, last.data.trimEnd().length);
  const rect = end.getBoundingClientRect();
  return sign.getBoundingClientRect().top > rect.bottom - 4 || sign.getBoundingClientRect().left < rect.left;
}).map((sign) => sign.title)
