() => {
    const input = document.querySelector("#search input");
    const start = performance.now();
    input.value = "n";
    input.dispatchEvent(new Event("input", {bubbles: true}));
    document.querySelector("[data-search-hit]").getBoundingClientRect();
    return performance.now() - start;
}
