// In the head of every page, in place of Material's inline scripts: what a reader chose is kept for this site alone.
var __md_scope = new URL("..", document.currentScript.src);
var __md_hash = (text) => [...text].reduce((sum, letter) => (sum << 5) - sum + letter.charCodeAt(0), 0);
var __md_get = (key, storage = localStorage, scope = __md_scope) => JSON.parse(storage.getItem(`${scope.pathname}.${key}`));
var __md_set = (key, value, storage = localStorage, scope = __md_scope) => {
  try {
    storage.setItem(`${scope.pathname}.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing shows the page all the same.
  }
};

// Material says so at the end of the page, which styles and lays it out twice.
document.documentElement.className = "js js-focus-visible";

// The chosen colors, before anything is painted.
new MutationObserver((_, observer) => {
  if (!document.body) return;
  observer.disconnect();
  const { media, scheme } = __md_get("__palette")?.color ?? {};
  if (media === "(prefers-color-scheme)") {
    document.body.dataset.mdColorScheme = matchMedia("(prefers-color-scheme: light)").matches ? "default" : "slate";
  } else if (scheme) {
    document.body.dataset.mdColorScheme = scheme;
  }
}).observe(document.documentElement, { childList: true });
