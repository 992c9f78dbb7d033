"use strict";
// Ranks the pages for a query; `search.js` loads it, with the library and the index, when the search is opened.
(() => {
	const { MiniSearch, SearchableMap, stemmer } = window.searchLibrary;
	const { kinds, pages, same } = window.searchIndex;
	const FIELDS = { codes: 12, title: 6, words: 5, heading: 4, text: 1 };
	const STOP_WORDS = new Set(
		`a about all also am an and any anything are as at be been but by can could did do does doing each explain
		explained find for from get gets give got had happen happened happens has have how i if in into is it its
		just know let many md me much my need of on only or other others our please s said say says see
		should show so some something t tell than that the their them then there these they this those to us versus vs want
		was we were what when where whether which who whom whose why will with without would you your`.split(/\s+/),
	);
	const WORD = /\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+/gu;
	const COMPOUND = /[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+/gu;
	const LONGEST_QUERY = 12; // words
	const SLICE = 20; // milliseconds of work before the page may react
	const SATURATION = 10; // the score, over the word's importance, at which a word is half answered
	const COMPLETE = 2.5; // how strongly a page falls that lacks words of the query
	const PAGE = 0.5; // how much the page as a whole counts, next to its best part
	const CODED = 1; // what a page is given whose code is a word of the query
	const TITLED = 0.8; // how much more a page counts whose title or kind is the query, or as much of it as it is
	const NAMED = [1.1, 1.4]; // the same for a section and its heading, and for one of the methodology, which explains words
	const OF_KIND = [1.2, 1.4]; // how much more a page counts whose kind the query names, and at most with its kind's own weight
	const WHOLE = -1; // in place of a part: the page
	const COMPARISON = "compare/"; // the page that shows specs side by side
	const COMPARED = 4; // as many as it shows at most

	// The words of the index: what is written, and the stem that stands for it.
	const stems = new SearchableMap();
	const places = new Map();
	let current = new Set();
	const fold = (text) => {
		const lower = text.toLowerCase().replace(/\bvs code\b/g, "vscode"); // else its "vs" is that of "a vs b"
		return /^[\x00-\x7f]*$/.test(lower) ? lower : lower.normalize("NFKD").replace(/\p{M}/gu, "");
	};
	const tokens = (text) => {
		const folded = fold(text);
		const joined = (folded.match(COMPOUND) ?? []).map((word) => word.replace(/[-_]/g, ""));
		return [...(folded.match(WORD) ?? []), ...joined].filter((word) => !STOP_WORDS.has(word));
	};
	const stemOf = new Map();
	const indexed = (word) => {
		let stem = stemOf.get(word);
		if (!stem) {
			stem = stemmer(word);
			stemOf.set(word, stem);
			stems.set(word, stem);
		}
		current.add(stem);
		return stem;
	};
	const index = new MiniSearch({
		fields: Object.keys(FIELDS),
		tokenize: tokens,
		processTerm: indexed,
	});

	const documents = pages
		.flatMap(([, title, codes, words, parts], page) =>
			parts.map(([, heading, text], part) => {
				const own = { page, part, heading, text };
				return part ? own : { ...own, title, codes: codes.join(" "), words };
			}),
		)
		.map((document, id) => ({ ...document, id }));
	const add = (document) => {
		current = new Set();
		index.add(document);
		for (const stem of current) places.set(stem, (places.get(stem) ?? 0) + 1);
	};
	const kindOf = pages.map(([url]) => kinds.findIndex(({ folder }) => url.startsWith(folder)));
	const plain = (text) => (fold(text).match(WORD) ?? []).join("");
	const gist = (text) => tokens(text).map((word) => stemmer(word)).join(" ");
	const wholeCodesOf = pages.map(([, , codes]) => codes.map(plain).filter((code) => code.length > 1));
	const codesOf = pages.map(([, , codes]) => codes.flatMap((code) => [code, code.replace(/^.-/, "")]).map(plain));
	const titles = pages.map(([url, title, codes], page) => {
		const label = codes.length && title.startsWith(codes[0]) ? title.slice(codes[0].length) : title;
		return [title, label, ...(url === kinds[kindOf[page]].folder ? [kinds[kindOf[page]].name] : [])].map(gist);
	});
	const explains = pages.map(([url]) => url.startsWith("methodology/"));
	const headings = pages.map(([, , , , parts]) => parts.map(([, heading]) => gist(heading)));
	const weightOf = pages.map(([url], page) => {
		const { folder, weight } = kinds[kindOf[page]];
		return url === folder ? Math.max(weight, 1) : weight;
	});
	const comparison = pages.findIndex(([url]) => url === COMPARISON);
	const isSpec = pages.map(([url]) => /^(?:benchmarks|rubrics)\/./.test(url));
	const kindNames = kinds.map(({ name }) => gist(name));
	const synonyms = same.map((group) => group.map((phrase) => gist(phrase).split(" ").filter(Boolean)));

	const pause = () => new Promise((done) => setTimeout(done));
	const ready = (async () => {
		let began = performance.now();
		for (const document of documents) {
			add(document);
			if (performance.now() - began < SLICE) continue;
			await pause();
			began = performance.now();
		}
	})();

	// What a word of a query stands for: stems of the index, each with how much a hit of it counts. A word of
	// so many letters may be the start of a longer one.
	const meanings = (word, completed) => {
		const stem = stemOf.get(word) ?? stemmer(word);
		const found = new Map();
		const mean = (other, weight) => found.set(other, Math.max(weight, found.get(other) ?? 0));
		if (places.has(stem)) mean(stem, 1);
		if (word.length >= completed && (word.length > 1 || !found.size)) {
			for (const [longer, other] of stems.atPrefix(word)) {
				const weight = (0.9 * word.length) / longer.length;
				if (word.length > 1 || other.length < 3) mean(other, found.has(stem) ? 0.3 * weight : weight);
			}
		}
		if (!found.size && word.length > 3 && !/\d/.test(word)) {
			const near = [...stems.fuzzyGet(word, word.length > 7 ? 2 : 1).values()];
			const least = Math.min(...near.map(([, distance]) => distance));
			for (const [other, distance] of near) if (distance === least) mean(other, 0.8 / distance);
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
						for (let of = at; of < at + phrase.length; of++) {
							if (!groups[of].has(stem)) groups[of].set(stem, 0.7 / other.length);
						}
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
		if (!words.length) return { results: [], stems: new Set() };
		const telling = words.filter((word) => !STOP_WORDS.has(word));
		if (telling.length) words = telling;
		const [code, name] = [plain(query), gist(query)];
		const codes = query.split(/\s+/).map(plain);
		// The last word may be the start of a longer one; beside others, two letters are too few to tell.
		const last = /\s$/.test(query) ? -1 : words.length - 1;
		const groups = words.map((word, at) => meanings(word, at === last ? (last ? 3 : 1) : Infinity));
		const written = words.map((word) => stemOf.get(word) ?? stemmer(word));
		const named = written.length > 1 ? written : [];
		widen(groups, written);
		const importance = groups.map((group) => Math.max(...[...group.keys()].map(rarity), group.size ? 0 : rarity("")));
		const whole = importance.reduce((sum, each) => sum + each, 0);

		// How well each part of a page, and the page as a whole, answers each word: from 0 to 1.
		const found = new Map();
		groups.forEach((weights, at) => {
			if (!weights.size) return;
			const hits = index.search([...weights.keys()].join(" "), {
				tokenize: (text) => text.split(" "),
				processTerm: (stem) => stem,
				boost: FIELDS,
				boostTerm: (stem) => weights.get(stem),
				prefix: false,
				fuzzy: false,
			});
			for (const { id, score } of hits) {
				const { page, part } = documents[id];
				const answer = score / (score + SATURATION * importance[at]);
				if (!found.has(page)) found.set(page, new Map([[WHOLE, groups.map(() => 0)]]));
				const parts = found.get(page);
				if (!parts.has(part)) parts.set(part, groups.map(() => 0));
				parts.get(part)[at] = answer;
				parts.get(WHOLE)[at] = Math.max(answer, parts.get(WHOLE)[at]);
			}
		});
		// The part of the query that the title of a page is, or the name of its kind.
		const titledShare = (page) => {
			let most = 0;
			for (const title of titles[page]) {
				const own = title.split(" ");
				if (!title || !own.every((stem) => written.includes(stem))) continue;
				const sum = written.reduce((total, stem, at) => total + (own.includes(stem) && importance[at]), 0);
				most = Math.max(most, sum / whole);
			}
			return most;
		};
		const rated = (answers) => {
			const sum = answers.reduce((total, answer, at) => total + answer * importance[at], 0) / whole;
			const share = answers.reduce((total, answer, at) => total + (answer && importance[at]), 0) / whole;
			return sum * share ** COMPLETE;
		};
		codesOf.forEach((own, page) => {
			if (own.includes(code) && !found.has(page)) found.set(page, new Map([[WHOLE, [0]]]));
		});
		let results = [...found].map(([page, parts]) => {
			let [best, score] = [0, 0];
			for (const [part, answers] of parts) {
				const isNamed = part > 0 && name && headings[page][part] === name;
				const rating = part === WHOLE ? 0 : rated(answers) * (isNamed ? NAMED[+explains[page]] : 1);
				if (rating > score) [best, score] = [part, rating];
			}
			const kind = kindOf[page];
			score = (score + PAGE * rated(parts.get(WHOLE))) * weightOf[page];
			if (named.includes(kindNames[kind]) && pages[page][0] !== kinds[kind].folder) {
				score *= Math.max(OF_KIND[0], OF_KIND[1] / weightOf[page]);
			}
			score *= 1 + TITLED * titledShare(page);
			if (wholeCodesOf[page].some((own) => codes.includes(own))) score += CODED;
			if (codesOf[page].includes(code)) [best, score] = [0, score + 100];
			return { page, kind, part: best, score };
		});
		results.sort((one, other) => other.score - one.score || one.page - other.page);
		// Two codes or more are compared on one page, in the order of the query.
		const placeOf = (page) => codes.findIndex((own) => isSpec[page] && wholeCodesOf[page].includes(own));
		const compared = results.map(({ page }) => page).filter((page) => placeOf(page) >= 0);
		if (comparison >= 0 && compared.length > 1 && compared.length <= COMPARED) {
			compared.sort((one, other) => placeOf(one) - placeOf(other));
			const specs = compared.map((page) => pages[page][2][0]);
			const names = specs.map((spec) => spec.toLowerCase());
			const url = `${COMPARISON}?codes=${names.join(",")}`;
			const title = `${pages[comparison][1]} ${specs.join(", ")}`;
			const [{ score }] = results;
			const others = results.filter(({ page }) => page !== comparison);
			results = [{ page: comparison, kind: kindOf[comparison], part: 0, score, url, title }, ...others];
		}
		return { results, stems: new Set(groups.flatMap((group) => [...group.keys()])) };
	};

	window.searchEngine = { ready, search, kinds, pages, stem: (word) => stemOf.get(fold(word)) };
})();
