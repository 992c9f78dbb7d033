"use strict";
// Ranks the pages for a query; `search.js` loads it, with the library and the index, when the search is opened.
(() => {
	const { MiniSearch, SearchableMap, stemmer } = window.searchLibrary;
	const { kinds, pages, same } = window.searchIndex;
	const FIELDS = { codes: 12, title: 6, words: 5, heading: 3, text: 1 };
	const STOP_WORDS = new Set(
		`a about all am an and any are as at be been but by can could did do does doing for from get give had has have
		how i if in into is it its let me my of on or our s should show so t tell than that the their them then there
		these they this those to us was we were what when where which who whom whose why will with would you your`.split(
			/\s+/,
		),
	);
	const WORD = /\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+/gu;
	const COMPOUND = /[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+/gu;
	const LONGEST_QUERY = 12;
	const CHUNK = 12;

	// The words of the index: what is written, and the stem that stands for it.
	const stems = new SearchableMap();
	const places = new Map();
	const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
	const tokens = (text) => {
		const folded = fold(text);
		const joined = (folded.match(COMPOUND) ?? []).map((word) => word.replace(/[-_]/g, ""));
		return [...(folded.match(WORD) ?? []), ...joined].filter((word) => !STOP_WORDS.has(word));
	};
	const indexed = (word) => {
		let stem = stems.get(word);
		if (!stem) stems.set(word, (stem = stemmer(word)));
		return stem;
	};
	const index = new MiniSearch({
		fields: Object.keys(FIELDS),
		tokenize: tokens,
		processTerm: indexed,
	});

	const documents = pages.flatMap(([url, title, codes, words, parts], page) =>
		parts.map(([id, heading, text], part) => ({
			id: 0,
			page,
			part,
			heading,
			text,
			...(part ? {} : { title, codes: codes.join(" "), words }),
		})),
	);
	documents.forEach((document, id) => (document.id = id));
	const count = (document) => {
		for (const stem of new Set(Object.keys(FIELDS).flatMap((field) => tokens(document[field] ?? "").map(indexed)))) {
			places.set(stem, (places.get(stem) ?? 0) + 1);
		}
	};
	const kindOf = pages.map(([url]) => kinds.findIndex(({ folder }) => url.startsWith(folder)));
	const plain = (text) => (fold(text).match(WORD) ?? []).join(" ");
	const names = pages.map(([, title, codes]) => {
		const label = codes.length && title.startsWith(codes[0]) ? title.slice(codes[0].length) : title;
		return [...codes, ...codes.map((code) => code.replace(/^.-/, "")), title, label].map(plain);
	});
	const synonyms = same.map((group) => group.map((phrase) => tokens(phrase)));

	const pause = () => new Promise((done) => setTimeout(done));
	const ready = (async () => {
		for (let from = 0; from < documents.length; from += CHUNK) {
			const chunk = documents.slice(from, from + CHUNK);
			index.addAll(chunk);
			chunk.forEach(count);
			await pause();
		}
		for (const group of synonyms) for (const phrase of group) phrase.forEach((word, at) => (phrase[at] = stemmer(word)));
	})();

	// What a word of a query stands for: stems of the index, each with how much a hit of it counts.
	const meanings = (word, isLast) => {
		const stem = stems.get(word) ?? stemmer(word);
		const found = new Map();
		const add = (other, weight) => found.set(other, Math.max(weight, found.get(other) ?? 0));
		if (places.has(stem)) add(stem, 1);
		if (isLast && (word.length > 1 || !found.size)) {
			for (const [longer, other] of stems.atPrefix(word)) {
				const weight = 0.4 + (0.4 * word.length) / longer.length;
				if (word.length > 1 || other.length < 3) add(other, found.has(stem) ? 0.3 * weight : weight);
			}
		}
		if (!found.size && word.length > 3 && !/\d/.test(word)) {
			const near = [...stems.fuzzyGet(word, word.length > 7 ? 2 : 1).values()];
			const least = Math.min(...near.map(([, distance]) => distance));
			for (const [other, distance] of near) if (distance === least) add(other, 0.8 / distance);
		}
		return found;
	};

	// A phrase that means the same as one of the query's counts where that one does.
	const widen = (groups, written) => {
		for (const group of synonyms) {
			for (const phrase of group) {
				const at = written.findIndex((_, start) => phrase.every((stem, step) => written[start + step] === stem));
				if (at < 0 || !phrase.length) continue;
				for (const other of group) {
					if (other === phrase) continue;
					for (const stem of other) {
						const weight = 0.7 / other.length;
						if (!groups[at].has(stem)) groups[at].set(stem, weight);
					}
				}
			}
		}
	};

	const rarity = (stem) => Math.log(1 + documents.length / (1 + (places.get(stem) ?? 0)));

	const search = (query) => {
		const known = fold(query).replace(COMPOUND, (word) => {
			const joined = word.replace(/[-_]/g, "");
			return stems.has(joined) ? joined : word;
		});
		let words = (known.match(WORD) ?? []).slice(0, LONGEST_QUERY);
		const told = words.filter((word) => !STOP_WORDS.has(word));
		if (told.length) words = told;
		const name = plain(query);
		const groups = words.map((word, at) => meanings(word, at === words.length - 1 && !/\s$/.test(query)));
		widen(
			groups,
			words.map((word) => stems.get(word) ?? stemmer(word)),
		);
		const weights = new Map();
		groups.forEach((group) => group.forEach((weight, stem) => weights.set(stem, Math.max(weight, weights.get(stem) ?? 0))));
		const importance = groups.map((group) => Math.max(...[...group.keys()].map(rarity), group.size ? 0 : rarity("")));
		const whole = importance.reduce((sum, each) => sum + each, 0);
		const covered = (matched) =>
			groups.reduce((sum, group, at) => {
				const best = Math.max(0, ...matched.map((stem) => group.get(stem) ?? 0));
				return sum + importance[at] * best;
			}, 0) / whole;

		const found = new Map();
		const hits = weights.size
			? index.search([...weights.keys()].join(" "), {
					tokenize: (text) => text.split(" "),
					processTerm: (stem) => stem,
					boost: FIELDS,
					boostTerm: (stem) => weights.get(stem),
					prefix: false,
					fuzzy: false,
				})
			: [];
		for (const { id, score, terms } of hits) {
			const { page, part } = documents[id];
			const share = covered(terms);
			const entry = found.get(page) ?? { page, parts: [], terms: new Set() };
			entry.parts.push({ part, score, share });
			terms.forEach((term) => entry.terms.add(term));
			found.set(page, entry);
		}
		names.forEach((own, page) => {
			if (own.includes(name) && !found.has(page)) found.set(page, { page, parts: [{ part: 0, score: 0, share: 0 }], terms: new Set() });
		});
		const results = [...found.values()].map(({ page, parts, terms }) => {
			parts.sort((one, other) => other.score * other.share ** 2 - one.score * one.share ** 2);
			const { weight } = kinds[kindOf[page]];
			const codes = 2 * pages[page][2].length;
			const rest = parts.slice(1, 4).reduce((sum, { score }) => sum + score, 0);
			const share = Math.max(parts[0].share, 0.8 * covered([...terms]));
			const score = (parts[0].score + 0.2 * rest) * share ** 2 * weight;
			const exact = names[page].indexOf(name);
			return { page, kind: kindOf[page], part: parts[0].part, score: exact < 0 ? score : score + (exact < codes ? 1e9 : 1e6) * weight, terms };
		});
		results.sort((one, other) => other.score - one.score || one.page - other.page);
		return { results, stems: new Set(weights.keys()) };
	};

	window.searchEngine = { ready, search, kinds, pages, isHit: (word, found) => found.has(stems.get(fold(word)) ?? "") };
})();
