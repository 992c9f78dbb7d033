"use strict";
// The search: a dialog that Ctrl+K and an address with ?q= open. All else is loaded when someone is about to use it.
(() => {
	const PARTS = ["javascripts/search-library.js", "search/search_index.js", "javascripts/search-engine.js"];
	const BEST = [3, 4, 5, 6, 7, 8]; // as many may be shown as best
	const OF_A_KIND = 5;
	const MOST = 60;
	const TEASER = 160;
	const LOOKED_THROUGH = 6000;
	const MOST_MARKED = 500;
	const WORD = /(\d+(?:[.,]\d+)*%|\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+)/gu; // a text is split into these and what is between
	const root = new URL("../", document.currentScript.src);
	const dialog = document.getElementById("search");
	const part = (name) => dialog.querySelector(`.search__${name}`);
	const [input, kinds, count, examples, results] = ["input", "kinds", "count", "examples", "results"].map(part);
	const opener = document.querySelector(".search-open");
	let loading = false;
	let engine;
	let chosen = "";
	let following;
	let isEntered = false; // Enter was pressed before the index was there

	const create = (name, className, ...content) => {
		const element = document.createElement(name);
		if (className) element.className = className;
		element.append(...content);
		return element;
	};

	const run = (path) =>
		new Promise((onload, onerror) => {
			document.head.append(Object.assign(create("script"), { src: new URL(path, root), onload, onerror }));
		});
	const load = async () => {
		if (loading) return;
		loading = true;
		try {
			for (const path of PARTS) await run(path);
			await window.searchEngine.ready;
		} catch {
			loading = false;
			count.textContent = "The search could not be loaded.";
			return;
		}
		engine = window.searchEngine;
		const home = new URL((lost && engine.home(lost)) ?? location, root);
		if (location.hash) home.hash = location.hash;
		if (home.pathname !== location.pathname) return location.replace(home);
		show();
		if (lost) suggest();
		if (isEntered && dialog.open) results.querySelector("a")?.click();
	};

	// Texts with the hits marked. A teaser is the stretch of a text that holds most of them.
	const hitsIn = (text, isHit) => [...text.matchAll(WORD)].filter(({ 0: word }) => isHit(word));
	const marked = (text, isHit) => text.split(WORD).map((each) => (isHit(each) ? create("mark", "", each) : each));
	const teaser = (whole, isHit) => {
		const text = whole.slice(0, LOOKED_THROUGH);
		if (text.length <= TEASER) return text;
		const found = hitsIn(text, isHit);
		let [start, most] = [0, 0];
		found.forEach(({ index }, at) => {
			const within = found.slice(at, at + 10).filter((other) => other.index < index + TEASER - 50);
			const different = new Set(within.map(({ 0: word }) => word.toLowerCase())).size;
			if (different > most) [most, start] = [different, index];
		});
		start = start < 40 ? 0 : text.indexOf(" ", start - 40) + 1;
		const room = TEASER - 2 - (start ? 2 : 0);
		let end = text.length;
		if (end - start > room) end = Math.max(text.lastIndexOf(" ", start + room), start + room / 2);
		return `${start ? "… " : ""}${text.slice(start, end)}${end < whole.length ? " …" : ""}`;
	};
	const hit = ({ page, part: at, kind }, isHit) => {
		const [address, name, , , parts] = engine.pages[page];
		const [id, heading, text] = parts[at];
		const link = create("a", "search__hit");
		link.dataset.searchHit = "";
		link.href = new URL(id ? `${address}#${id}` : address, root);
		const titled = create("span", "search__title", ...marked(name, isHit));
		if (heading) titled.append(create("span", "search__heading", " › ", ...marked(heading, isHit)));
		link.append(create("span", "search__kind", engine.kinds[kind].name), titled);
		const shown = teaser(text || parts[0][2], isHit);
		if (shown) link.append(create("span", "search__teaser", ...marked(shown, isHit)));
		return create("li", "", link);
	};
	const list = (name, found, isHit) => {
		if (!found.length) return [];
		const items = create("ol", "search__list", ...found.map((each) => hit(each, isHit)));
		if (!name) return [items];
		items.ariaLabel = name;
		return [Object.assign(create("p", "search__group", name), { ariaHidden: "true" }), items];
	};

	const nameOf = ({ kind }) => engine.kinds[kind].name;
	const filters = (found) => {
		const ofKind = Map.groupBy(found, nameOf);
		if (!ofKind.has(chosen)) chosen = "";
		if (ofKind.size < 2) return [];
		const names = [...new Set(engine.kinds.map(({ name }) => name))].filter((name) => ofKind.has(name));
		return ["", ...names].map((name) => {
			const number = String((ofKind.get(name) ?? found).length);
			const button = create("button", "search__filter", name || "All", " ", create("span", "", number));
			button.ariaPressed = name === chosen;
			button.onclick = () => {
				chosen = name;
				show();
				kinds.querySelector("[aria-pressed=true]")?.focus();
			};
			return button;
		});
	};

	// The best matches end where the score falls most: pages that fit alike stay together. A few are all best.
	const bestOf = (found) => {
		if (found.length <= BEST.at(-1)) return found.length;
		const fall = (at) => found[at].score / found[at - 1].score;
		return BEST.reduce((end, at) => (fall(at) < fall(end) ? at : end));
	};

	const show = () => {
		clearTimeout(following);
		const query = input.value.trim();
		examples.hidden = Boolean(query);
		if (!query || !engine) {
			count.textContent = query && "Loading the search …";
			kinds.replaceChildren();
			return results.replaceChildren();
		}
		const { results: found, stems, unknown } = engine.search(input.value);
		kinds.replaceChildren(...filters(found));
		const shown = chosen ? found.filter((each) => nameOf(each) === chosen) : found;
		examples.hidden = shown.length > 0;
		const nothing = engine.lacking(query) || (unknown.length ? `Nothing on this site is about “${unknown.join(" ")}”. ` : "");
		const pages = `${shown.length} ${shown.length === 1 ? "page" : "pages"}`;
		count.textContent = shown.length ? nothing + pages : nothing || `No page found for “${query}”.`;
		const isHit = (word) => stems.has(engine.stem(word));
		const isOneKind = new Set(shown.map(nameOf)).size < 2;
		const end = bestOf(shown);
		const best = list(isOneKind || end === shown.length ? "" : "Best matches", shown.slice(0, end), isHit);
		const kindsOfBest = new Set(shown.slice(0, end).map(nameOf));
		results.replaceChildren(...best);
		// The rest follows when these are drawn.
		following = setTimeout(() => {
			for (const [name, rest] of Map.groupBy(shown.slice(end), nameOf)) {
				const label = kindsOfBest.has(name) ? `More in ${name}` : name;
				const more = list(label, rest.slice(0, isOneKind ? MOST : OF_A_KIND), isHit);
				if (isOneKind) best.at(-1).append(...more.at(-1).children);
				else results.append(...more);
			}
			if (dialog.open) address(query);
		});
		results.scrollTop = 0;
	};

	// The page that is shown for an address that has none names the pages that it may mean.
	const suggest = () => {
		const { results: found } = engine.search(named);
		if (!found.length) return;
		const near = list("", found.slice(0, bestOf(found)), () => false);
		const said = `No page is called “${named}”. ${engine.lacking(named)}The nearest:`;
		lostPart.append(create("p", "lead", said), ...near);
		lostPart.hidden = false;
	};

	// The address keeps the query while the dialog is open; the next page gets it, with the words to mark there.
	const address = (query) => {
		const url = new URL(location);
		url.searchParams.delete("q");
		if (query) url.searchParams.set("q", query);
		history.replaceState(history.state, "", url);
	};
	const keep = (words) => {
		try {
			sessionStorage.setItem("search", JSON.stringify([input.value, ...words]));
		} catch {} // a browser may refuse to keep anything
	};
	const close = () => {
		dialog.close();
		address("");
		keep([]);
	};
	const open = () => {
		load();
		chosen = "";
		isEntered = false;
		dialog.showModal();
		show();
		input.focus();
		input.select();
	};

	// The words by which a page was found are marked on it, without a change of the page.
	const markOnPage = (found) => {
		if (!globalThis.Highlight || !found.length) return;
		const texts = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
		const ranges = [];
		while (texts.nextNode() && ranges.length < MOST_MARKED) {
			const node = texts.currentNode;
			for (const { 0: word, index } of hitsIn(node.data, (each) => found.includes(each.toLowerCase()))) {
				ranges.push(new StaticRange({ startContainer: node, startOffset: index, endContainer: node, endOffset: index + word.length }));
			}
		}
		CSS.highlights.set("search", new Highlight(...ranges));
	};
	try {
		const [query, ...words] = JSON.parse(sessionStorage.getItem("search")) ?? [""];
		input.value = query;
		markOnPage(words);
		keep([]);
	} catch {}

	if (/Mac|iPhone|iPad/.test(navigator.platform)) opener.lastElementChild.textContent = "⌘K";
	opener.addEventListener("click", open);
	for (const event of ["pointerenter", "focus"]) opener.addEventListener(event, load);
	part("close").addEventListener("click", close);
	input.addEventListener("input", show);
	examples.addEventListener("click", ({ target }) => {
		const button = target.closest("button");
		if (!button) return;
		input.value = button.textContent;
		input.focus();
		show();
	});
	dialog.addEventListener("click", (event) => {
		const { target } = event;
		const link = target.closest("a");
		if (link && (event.ctrlKey || event.metaKey || event.shiftKey)) return; // it opens beside this page
		if (link) {
			const words = [...link.querySelectorAll("mark")].map((mark) => mark.textContent.toLowerCase());
			if (link.pathname !== location.pathname) return keep(words); // Back opens the dialog again
			if (!link.hash) event.preventDefault(); // the page need not load again
			markOnPage(words);
		}
		if (link || target === dialog) close();
	});
	dialog.addEventListener("keydown", (event) => {
		const links = [...results.querySelectorAll("a")];
		const at = links.indexOf(document.activeElement);
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const isCommand = event.ctrlKey || event.metaKey || event.altKey;
		// What is typed on a result goes into the field: it has the focus before the key is entered.
		if (at >= 0 && !isCommand && (event.key.length === 1 || event.key === "Backspace")) return input.focus();
		if (event.key === "Enter" && event.target === input && !engine) isEntered = true;
		if (event.key === "Escape") close();
		else if (event.key === "Enter" && event.target === input && links.length && !event.isComposing) links[0].click();
		else if (step && (at >= 0 || event.target === input)) (links[at + step] ?? (step < 0 ? input : links.at(-1)))?.focus();
		else return;
		event.preventDefault();
	});
	document.addEventListener("keydown", (event) => {
		if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return;
		event.preventDefault();
		if (dialog.open) close();
		else open();
	});
	const decoded = (text) => {
		try {
			return decodeURI(text);
		} catch {
			return text; // bytes that are no UTF-8
		}
	};
	const lostPart = document.querySelector("body:not(:has(.violations)) [data-lost]");
	const path = location.pathname.replace(/%(?![\da-f]{2})/gi, "%25");
	const lost = lostPart && decoded(path).replace(/(\/index|_prompt)?(\.\w+)*\/*$/, "");
	const named = lost?.split("/").at(-1);
	const asked = new URLSearchParams(location.search).get("q");
	input.value = asked || named || input.value;
	if (asked) open();
	else if (named) load();
})();
