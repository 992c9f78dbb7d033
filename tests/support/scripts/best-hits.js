texts => Object.fromEntries(texts.map((text) => {
    const input = document.querySelector(".search__input");
    input.value = text;
    input.dispatchEvent(new Event("input", {bubbles: true}));
    const hits = document.querySelectorAll("[data-search-results] [data-search-hit]");
    return [text, [...hits].map(({ pathname, hash }) => pathname + (pathname.startsWith("/rules/") ? hash : ""))];
}))
