places => places.filter((place) => {
    scrollTo(0, document.body.scrollHeight);
    place.focus({preventScroll: true});
    place.scrollIntoView({block: "nearest"});
    const { left, top } = place.getBoundingClientRect();
    return document.elementFromPoint(left + 3, top + 3) !== place && !place.disabled;
}).map((place) => place.outerHTML)
