cells => cells.map(cell => {
    const range = document.createRange(), text = cell.firstChild;
    const at = text.data.indexOf(".");
    if (at < 0) return null;
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return Math.round(range.getBoundingClientRect().left);
})
