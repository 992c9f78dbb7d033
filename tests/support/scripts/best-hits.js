texts => {
    const { pages, search } = window.searchEngine;
    const place = ({ page, part }) => {
        const [address, , , , parts] = pages[page];
        const [id] = parts[part];
        return id && address.startsWith("rules/") ? `${address}#${id}` : address;
    };
    return Object.fromEntries(texts.map((text) => [text, search(text).results.slice(0, 8).map(place)]));
}
