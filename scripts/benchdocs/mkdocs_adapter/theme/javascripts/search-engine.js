"use strict";
// Ranks the pages for a query; `search.js` loads it, with the library and the index, when the search is opened.
(() => {
	const { MiniSearch, SearchableMap, stemmer } = window.searchLibrary;
	const { kinds, pages, same } = window.searchIndex;
	const FIELDS = { codes: 12, title: 5.5, words: 4, heading: 4, text: 1 };
	const STOP_WORDS = new Set(
		`a about all also am an and any anything are as at be been but by can could did do does doing each everything
		explain explained find for from get gets give got had happen happened happens has have how i if in into is it
		its just know let many md me much my need of on only or other others our please put s said say says see should
		show so some something t tell than that the their them then there these they thing things this those to us
		versus vs want was we were what when where whether which who whom whose why will with without would you your`.split(/\s+/),
	);
	const WORD = /\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+/gu;
	const COMPOUND = /[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+/gu;
	const KEY = /^[a-z\d_]+$/; // a heading above what it means
	const LONGEST_QUERY = 12; // words
	const COMPLETE = 3; // how strongly a page falls that lacks words of the query
	const NAMED = 2.5; // how much more a page counts of which the query has a name
	const TOGETHER = 0.3; // what a page gains on which the words of the query stand side by side
	const LOOKED_AT = 20; // pages on which such words are looked for
	const CODED = 100; // what a page is given whose code, or a key that it explains, is a word of the query
	const ASKS_MEANING = /^what(?:'s| is| are) (?:an? |the )?(?=\S+(?: \S+)?\W*$)/; // of one word or two

	// "20%", "20 percent" and "0.20" are all 0.2. The "vs" of "vs code" is not that of "a vs b".
	const shares = (text) => text.replace(/(\d[\d.]*) ?(?:%|percent\b)/g, (_, number) => number / 100);
	const spelled = (text) => shares(text).replace(/(\d\.\d*?)0+\b/g, "$1").replace("vs code", "vscode");
	// German spells ä as ae and ß as ss where a keyboard lacks them.
	const SPELLED = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };
	const german = (text) => text.normalize("NFC").replace(/[äöüß]/g, (letter) => SPELLED[letter]);
	const fold = (text) => german(spelled(text.toLowerCase())).normalize("NFKD").replace(/\p{M}/gu, "");
	const joined = (word) => word.replace(/[-_]/g, "");
	const written = (text) => fold(text).match(WORD) ?? [];
	const telling = (words) => words.filter((word) => !STOP_WORDS.has(word));
	const stems = new SearchableMap(); // of the words of the index
	const known = new Set(); // those stems
	const stem = (word) => stems.get(word) ?? stemmer(word);
	const index = new MiniSearch({
		fields: Object.keys(FIELDS),
		tokenize: (text) => telling([...written(text), ...(fold(text).match(COMPOUND) ?? []).map(joined)]),
		processTerm: (word) => {
			if (!stems.has(word)) stems.set(word, stemmer(word));
			known.add(stems.get(word));
			return stems.get(word);
		},
	});
	const kindOf = pages.map(([url]) => kinds.findIndex(({ folder }) => url.startsWith(folder)));
	const documents = pages.flatMap(([, title, codes, words, parts], page) =>
		parts.map(([, heading, text], part) => {
			const called = part ? {} : { title, codes, words: `${words} ${kinds[kindOf[page]].name}` };
			const content = KEY.test(heading) ? { text: `${heading} ${text}` } : { heading, text };
			return { id: `${page} ${part}`, ...content, ...called };
		}),
	);
	const STEMMED = { tokenize: (terms) => terms.split(" "), processTerm: (term) => term };
	// A word counts by how few pages have it, in a title as in a text.
	const pagesWith = (term) => new Set(index.search(term, STEMMED).map(({ id }) => id.split(" ")[0])).size;
	const rarity = (term) => Math.log(1 + pages.length / (1 + pagesWith(term)));
	const ready = index.addAllAsync(documents, { chunkSize: 20 });

	const plain = (text) => written(text).join("");
	const gist = (text) => telling(written(text)).map(stem).join(" ");
	const padded = (text) => ` ${gist(text)} `;
	const namesOf = pages.map(([, title, [code], words]) => [title.replace(code, ""), ...words.split(/[,;]/)].map(padded));
	const codesOf = pages.map(([, , codes]) => codes.map(plain).filter((code) => code.length > 1));
	const codes = new Set(codesOf.flat());
	const shortOf = pages.map(([, , codes]) => codes.flatMap((code) => [code, code.replace(/^.-/, "")]).map(plain));
	const weightOf = kindOf.map((kind, page) => Math.max(kinds[kind].weight, pages[page][0] === kinds[kind].folder ? 1 : 0));
	const synonyms = same.map((group) => group.map(gist).filter(Boolean));

	// The words with the first letter of an unknown one that differ least from it.
	const nearest = (word, most, among = stems) => {
		const near = [...stems.fuzzyGet(word, most)].filter(([other]) => other[0] === word[0] && among.has(other));
		return near.filter(([, [, distance]]) => near.every(([, [, another]]) => distance <= another));
	};
	// A code as it is indexed, and of a misspelled one the codes that are nearest. A key also as its words.
	const indexed = (word) => {
		const code = joined(word);
		if (stems.has(code)) return codes.has(code) ? code : `${code} ${word}`;
		const near = /^.[-_].*\d/.test(word) ? nearest(code, 2, codes) : [];
		return near.map(([other]) => other).join(" ") || word;
	};

	// Stems that a word of a query means, with what a hit counts. A decimal starts none; the first letter is never wrong.
	const meanings = (word, completed) => {
		const found = new Map(known.has(stem(word)) ? [[stem(word), 1]] : []);
		const mean = (other, weight) => found.set(other, Math.max(weight, found.get(other) ?? 0));
		const share = found.size ? 0.3 : 0.9;
		if (word.length >= completed && (word.length > 1 || !found.size) && !word.includes(".")) {
			for (const [longer, other] of stems.atPrefix(word)) {
				if (word.length > 1 || other.length < 3) mean(other, (share * word.length) / longer.length);
			}
		}
		if (!found.size && word.length > 5 && !/\d/.test(word)) {
			for (const [, [other, distance]] of nearest(word, word.length > 7 ? 2 : 1)) mean(other, 0.8 / distance);
		}
		return found;
	};

	// The members, by number, of a rubric or family that has none of the number that a query names: of 33, 3 is nearest.
	const numbered = pages.flatMap(([, , own], page) => own.map((code) => ({ page, parts: /^(.+?)(\d+)$/.exec(code) })));
	const relatives = (query) => {
		const [, named = "", wanted] = /^(.+?)[-\s]?(\d+)$/.exec(query.trim()) ?? [];
		const own = numbered.filter(({ parts }) => parts && plain(parts[1]) === plain(named));
		const members = own.map(({ page, parts }) => ({ page, family: parts[1], number: Number(parts[2]) }));
		if (members.some(({ number }) => number === Number(wanted))) return [];
		return members.sort((one, other) => one.number - other.number);
	};

	const search = (query) => {
		const text = fold(query).replace(ASKS_MEANING, "meaning ").replace(COMPOUND, indexed);
		const all = (text.match(WORD) ?? []).slice(0, LONGEST_QUERY);
		const words = telling(all).length ? telling(all) : all;
		if (!words.length) return { results: [], stems: new Set(), unknown: [] };
		const name = ` ${words.map(stem).join(" ")} `;
		// The last word may be the start of a longer one; beside others, two letters are too few to tell.
		const last = /\s$/.test(query) ? -1 : words.length - 1;
		const groups = words.map((word, at) => meanings(word, at === last ? (last ? 3 : 1) : Infinity));
		const unknown = words.filter((_, at) => !groups[at].size);
		// A phrase that means the same as one of the query's counts where that one does, and only as a whole.
		for (const phrases of synonyms) {
			for (const phrase of phrases.filter((each) => name.includes(` ${each} `))) {
				const own = groups.filter((_, at) => phrase.split(" ").includes(stem(words[at])));
				for (const other of phrases) for (const group of own) if (!group.has(other)) group.set(other, 0.7);
			}
		}
		const meant = groups.map((group) => [...group].map(([phrase, weight]) => [phrase.split(" "), weight]));
		const weights = new Map();
		for (const [terms, weight] of meant.flat()) {
			for (const term of terms) weights.set(term, Math.max(weights.get(term) ?? 0, weight / terms.length));
		}
		const hits = index.search([...weights.keys()].join(" "), {
			...STEMMED,
			boost: FIELDS,
			boostTerm: (term) => weights.get(term) * rarity(term),
		});
		const importance = meant.map((phrases) => Math.max(...(phrases.length ? phrases.flatMap(([terms]) => terms) : [""]).map(rarity)));
		const total = importance.reduce((sum, each) => sum + each, 0);
		const code = plain(query);
		const isAsked = ([, heading]) => heading.includes("_") && name.includes(padded(joined(heading)));
		const isExact = (page) => shortOf[page].includes(code);
		const isStart = ({ number }) => Number(/\d*$/.exec(query.trim())[0].startsWith(number));
		const near = relatives(query).sort((one, other) => isStart(other) - isStart(one)).map(({ page }) => page);
		const meantFirst = [...pages.keys()].filter(isExact).concat(near);
		const best = new Map(meantFirst.map((page) => [page, { page, part: 0, score: 0 }]));
		for (const { id, score, queryTerms } of hits) {
			const [page, part] = id.split(" ").map(Number);
			const isCalled = (term) => namesOf[page].some((each) => each.includes(` ${term} `));
			const isThere = ([terms]) => terms.every((term) => queryTerms.includes(term) || isCalled(term));
			const answered = importance.filter((_, at) => meant[at].some(isThere));
			if (!answered.length) continue;
			const share = answered.reduce((sum, each) => sum + each, 0) / total;
			const own = (score / queryTerms.length / total) * share ** COMPLETE + (isAsked(pages[page][4][part]) ? CODED : 0);
			if (!(best.get(page)?.score > own)) best.set(page, { page, part, score: own });
		}
		const named = query.split(/\s+/).map(plain);
		const pairs = words.slice(1).map((word, at) => ` ${stem(words[at])} ${stem(word)} `);
		const results = [...best.values()].map(({ page, part, score }, at) => {
			const told = pairs.length && at < LOOKED_AT ? padded(`${pages[page].slice(1, 4)} ${pages[page][4][part]}`) : "";
			const beside = pairs.filter((pair) => told.includes(pair));
			score *= weightOf[page] * (1 + (TOGETHER * beside.length) / (pairs.length || 1));
			if (namesOf[page].some((each) => name.includes(each))) score *= NAMED;
			if (codesOf[page].some((own) => named.includes(own))) score += CODED;
			if (isExact(page)) [part, score] = [0, score + 10000];
			if (near.includes(page)) [part, score] = [0, 10000 - near.indexOf(page)];
			return { page, kind: kindOf[page], part, score };
		});
		results.sort((one, other) => other.score - one.score || one.page - other.page);
		return { results, stems: new Set(weights.keys()), unknown };
	};

	// The page that an address without one means: that of a code in it, else one whose address ends alike.
	const home = (path) => {
		const names = path.split("/").map(plain);
		const code = names.findLast((name) => codes.has(name));
		const shared = ([url]) => url.split("/").filter((name) => names.includes(plain(name))).length;
		const isMeant = ([url], page) => (code ? codesOf[page].includes(code) : url && plain(url.split("/").at(-2)) === names.at(-1));
		return pages.filter(isMeant).sort((one, other) => shared(other) - shared(one))[0]?.[0];
	};

	// What a rubric or family has in place of a code that it lacks: "A-NEG has 1 to 4. ".
	const lacking = (query) => {
		const own = relatives(query);
		if (!own.length) return "";
		const numbers = own.map(({ number }) => number);
		const [least, most] = [numbers[0], numbers.at(-1)];
		const isWhole = numbers.length > 1 && most - least === numbers.length - 1;
		return `${own[0].family} has ${isWhole ? `${least} to ${most}` : numbers.join(", ")}. `;
	};

	window.searchEngine = { ready, search, home, lacking, kinds, pages, stem: (word) => stems.get(fold(word)) };
})();
