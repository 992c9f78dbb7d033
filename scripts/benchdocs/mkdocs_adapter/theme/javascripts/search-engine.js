"use strict";
// Ranks the pages for a query; `search.js` loads it, with the library and the index, when the search is opened.
(() => {
	const { SearchableMap, stemmer } = window.searchLibrary;
	const { kinds, pages, same } = window.searchIndex;
	// What a word counts in a field of a page or of a section, and how much less it does in a longer one.
	const OF_NAMES = { codes: [8, 0], title: [5, 0.3], words: [2, 0.3] };
	const OF_PAGE = { ...OF_NAMES, headings: [2, 0.8], text: [1, 0.75] };
	const OF_SECTION = { headings: [2, 0.3], text: [1, 0.6] };
	const STOP_WORDS = new Set(
		`a about actually all already also am an and another any anything are aren arent as at be been believe but by can
		cant could couldn couldnt did didn didnt do does doesn doesnt doing don dont each ever everything exactly
		explain explained find for from get gets give got had hadn happen happened happens has hasn have haven having
		here how i if in into is isn isnt it its just kind know let like ll lot m many may md me might much my need of
		on once ones only or other others our place please put re really s said say says see seem seems shall should
		shouldn shouldnt show so some somebody someone something sort t tell than that the their them then there these
		they thing things think this those to too us ve versus very vs want was wasn wasnt way ways we were weren what
		when where whether which who whom whose why will with without won wonder would wouldn wouldnt you your`.split(/\s+/),
	);
	const WORD = /\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+/gu;
	const COMPOUND = /[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+/gu;
	const KEY = /^[a-z\d_]+$/; // a heading above what it means
	const PREFIX = /^(?:auto|mis|multi|non|over|pre|re|sub|un)/;
	const LONGEST_QUERY = 12; // words
	const ENOUGH = 1.5; // hits after which further ones count little
	const SYNONYM = 0.7; // what a hit of a synonym counts
	const NAMED = 2.5; // what a page gains of which a title, heading or other name is the query
	const TITLE = 1.3; // how much more the title counts than those
	const ALIKE = 3; // how strongly that falls for a name that differs from the query
	const ASKING = 1.1; // what a stop word counts in a name
	const OF_KIND = 1.9; // how much a page counts whose kind the query names
	const TOGETHER = 0.3; // what a page gains on which the words of the query stand side by side
	const LOOKED_AT = 20; // pages on which such words are looked for
	const SHARED = 2; // pages may have a heading that still names each of them
	const CODED = 100; // what a page is given whose code, or a key that it explains, is a word of the query
	const READ_AT_ONCE = 20; // pages, before the browser may do something else
	// "what is a waiver", "what does it mean": of one word or two
	const ASKS_MEANING = /^what(?:'s| is| are| do| does)(?= an? |.* (?:mean|stand for)\W*$) (?:an? |the )?(?<word>\S+(?: \S+)?)(?: mean| stand for)?\W*$/;

	// "20%", "20 percent" and "0.20" are all 0.2. The "vs" of "vs code" is not that of "a vs b".
	const shares = (text) => text.replace(/(\d[\d.]*) ?(?:%|percent\b)/g, (_, number) => number / 100);
	const spelled = (text) => shares(text).replace(/(\d\.\d*?)0+\b/g, "$1").replace("vs code", "vscode");
	// German spells ä as ae and ß as ss where a keyboard lacks them.
	const SPELLED = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };
	const german = (text) => text.normalize("NFC").replace(/[äöüß]/g, (letter) => SPELLED[letter]);
	const fold = (text) => german(spelled(text.toLowerCase())).normalize("NFKD").replace(/\p{M}/gu, "");
	const joined = (word) => word.replace(/[-_]/g, "");
	const written = (text) => fold(text).match(WORD) ?? [];
	const isStop = (word) => STOP_WORDS.has(word);
	const telling = (words) => words.filter((word) => !isStop(word));
	const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
	const stems = new SearchableMap(); // of the words of the index
	const known = new Set(); // those stems
	const stem = (word) => stems.get(word) ?? stemmer(word);
	const plain = (text) => written(text).join("");
	const gist = (text) => telling(written(text)).map(stem).join(" ");
	const padded = (text) => ` ${gist(text)} `;

	const kindOf = pages.map(([url]) => kinds.findIndex(({ folder }) => url.startsWith(folder)));
	const isIndex = pages.map(([url], page) => url === kinds[kindOf[page]].folder);
	const weightOf = kindOf.map((kind, page) => (isIndex[page] ? Math.max(kinds[kind].weight, 1) : kinds[kind].weight));
	const pagesOf = new Map(); // by the stems that they have
	// How often a text has each stem.
	const counted = (text, page) => {
		const words = [...written(text), ...(fold(text).match(COMPOUND) ?? []).map(joined)];
		const counts = new Map();
		for (const word of telling(words)) {
			if (!stems.has(word)) stems.set(word, stemmer(word));
			const own = stems.get(word);
			counts.set(own, (counts.get(own) ?? 0) + 1);
			known.add(own);
			if (!pagesOf.has(own)) pagesOf.set(own, new Set());
			pagesOf.get(own).add(page);
		}
		return { counts, length: sum([...counts.values()]) };
	};
	const pagesWith = new Map(); // by the headings that they have
	for (const [, heading] of pages.flatMap(([, , , , parts]) => parts)) pagesWith.set(heading, (pagesWith.get(heading) ?? 0) + 1);
	const indexed = []; // a page's fields, those of its sections, and its names
	const read = ([, title, codes, words, parts], page) => {
		const split = parts.map(([, heading, text]) => (KEY.test(heading) ? ["", `${heading} ${text}`] : [heading, text]));
		const sections = split.map(([heading, text]) => ({ headings: counted(heading, page), text: counted(text, page) }));
		const fields = {
			codes: codes.join(" "),
			title,
			words: `${words} ${kinds[kindOf[page]].name}`,
			headings: split.map(([heading]) => heading).join(" "),
			text: split.map(([, text]) => text).join(" "),
		};
		const whole = Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, counted(text, page)]));
		const headings = split.map(([heading]) => heading).filter((heading) => pagesWith.get(heading) <= SHARED);
		const names = [title.replace(codes[0], ""), ...words.split(/[,;]/), ...headings];
		return { whole, sections, names };
	};

	const rarity = (term) => Math.log(1 + pages.length / (1 + (pagesOf.get(term)?.size ?? 0)));
	const named = (text) => {
		const words = [...new Set(written(text))];
		const own = [...new Set(telling(words).map(stem))];
		const asking = words.filter(isStop);
		return { own, asking, size: Math.hypot(...own.map(rarity), ...asking.map(() => ASKING)) };
	};
	const meanLengths = (documents) => {
		const mean = (field) => sum(documents.map((fields) => fields[field].length)) / documents.length || 1;
		return Object.fromEntries(Object.keys(documents[0] ?? {}).map((field) => [field, mean(field)]));
	};
	const meanOf = {};
	const readAll = async () => {
		for (const [page, each] of pages.entries()) {
			indexed.push(read(each, page));
			if (page % READ_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
		}
		for (const each of indexed) each.names = each.names.map(named).filter(({ own }, at) => !at || own.length);
		meanOf.page = meanLengths(indexed.map(({ whole }) => whole));
		meanOf.section = meanLengths(indexed.flatMap(({ sections }) => sections));
	};
	const ready = readAll();

	const codesOf = pages.map(([, , codes]) => codes.map(plain).filter((code) => code.length > 1));
	const codes = new Set(codesOf.flat());
	const shortOf = pages.map(([, , codes]) => codes.flatMap((code) => [code, code.replace(/^.-/, "")]).map(plain));
	const synonyms = same.map((group) => group.map(gist).filter(Boolean));

	// The words with the first letter of an unknown one that differ least from it.
	const nearest = (word, most, among = stems) => {
		const near = [...stems.fuzzyGet(word, most)].filter(([other]) => other[0] === word[0] && among.has(other));
		return near.filter(([, [, distance]]) => near.every(([, [, another]]) => distance <= another));
	};
	// A code as it is indexed, and of a misspelled one the codes that are nearest. A key also as its words.
	const asIndexed = (word) => {
		const code = joined(word);
		if (stems.has(code)) return codes.has(code) ? code : `${code} ${word}`;
		const near = /^.[-_].*\d/.test(word) ? nearest(code, 2, codes) : [];
		return near.map(([other]) => other).join(" ") || word;
	};
	// Known words from which an unknown one differs by two letters that are swapped, or by a prefix.
	const resembled = (word) => {
		const swapped = [...word.slice(1)].map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));
		const found = word.length > 3 ? swapped.filter((other) => stems.has(other)) : [];
		const short = word.replace(PREFIX, "");
		return !found.length && short.length > 3 && known.has(stem(short)) ? [short] : found;
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
		if (!found.size) for (const other of resembled(word)) mean(stem(other), 0.7);
		return found;
	};

	// What the words of a query mean: of each, phrases of stems with what a hit counts.
	const meant = (words, text, isComplete) => {
		// The last word may be the start of a longer one; beside others, two letters are too few to tell.
		const last = isComplete ? -1 : words.length - 1;
		const groups = words.map((word, at) => meanings(word, at === last ? (last ? 3 : 1) : Infinity));
		const unknown = words.filter((_, at) => !groups[at].size);
		// A phrase that means the same as one of the query's counts where that one does, and only as a whole.
		for (const phrases of synonyms) {
			for (const phrase of phrases.filter((each) => text.includes(` ${each} `))) {
				const own = groups.filter((_, at) => phrase.split(" ").includes(stem(words[at])));
				for (const other of phrases) for (const group of own) if (!group.has(other)) group.set(other, SYNONYM);
			}
		}
		const ofWords = groups.map((group, at) => {
			const phrases = [...group].map(([phrase, weight]) => ({ terms: phrase.split(" "), weight }));
			const rarities = phrases.map(({ terms, weight }) => weight * Math.max(...terms.map(rarity)));
			return { phrases, importance: known.has(stem(words[at])) ? rarity(stem(words[at])) : Math.max(0, ...rarities) };
		});
		return [ofWords, unknown];
	};

	const hitsOf = (term, fields, weights, means) => {
		let hits = 0;
		for (const field in weights) {
			const { counts, length } = fields[field];
			const [weight, leveled] = weights[field];
			if (counts.has(term)) hits += (weight * counts.get(term)) / (1 - leveled + (leveled * length) / means[field]);
		}
		return hits;
	};
	// How well these fields answer each word of a query, from 0 to 1.
	const answers = (words, fields, weights, means) =>
		words.map(({ phrases }) => {
			const found = phrases.map(({ terms, weight }) => {
				const hits = Math.min(...terms.map((term) => hitsOf(term, fields, weights, means)));
				return (weight * hits) / (ENOUGH + hits);
			});
			return Math.max(0, ...found);
		});
	// How much a name is like a query, from 0 to 1: the cosine of their words, by how rare these are.
	const likeness = ({ words, asking, size }, name) => {
		const shared = words.map(({ phrases, importance }) => {
			const found = phrases.filter(({ terms }) => terms.every((term) => name.own.includes(term)));
			return importance * Math.max(0, ...found.map(({ terms, weight }) => weight * Math.hypot(...terms.map(rarity))));
		});
		const inBoth = name.asking.filter((word) => asking.includes(word)).length * ASKING ** 2;
		return Math.min(1, (sum(shared) + inBoth) / (size * name.size || 1));
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
		const text = fold(query).replace(ASKS_MEANING, "what does $<word> mean, definition").replace(COMPOUND, asIndexed);
		const all = (text.match(WORD) ?? []).slice(0, LONGEST_QUERY);
		const own = telling(all).length ? telling(all) : all;
		if (!own.length) return { results: [], stems: new Set(), unknown: [] };
		const name = ` ${own.map(stem).join(" ")} `;
		const [words, unknown] = meant(own, name, /\s$/.test(query));
		const used = new Set(words.flatMap(({ phrases }) => phrases.flatMap(({ terms }) => terms)));
		const importances = words.map(({ importance }) => importance);
		const total = sum(importances) || 1;
		const share = (found) => sum(found.map((each, at) => each * importances[at])) / total;
		const complete = (found) => share(found.map((each) => (each ? (1 + each) / 2 : 0)));
		const asking = [...new Set(all.filter(isStop))];
		const asked = { words, asking, size: Math.hypot(...importances, ...asking.map(() => ASKING)) };
		const code = plain(query);
		const isKey = ([, heading]) => heading.includes("_") && name.includes(padded(joined(heading)));
		const isExact = (page) => shortOf[page].includes(code);
		const isNamed = kinds.map(({ several, name: kind }) => several && name.includes(padded(kind)));
		const found = new Set([...used].flatMap((term) => [...(pagesOf.get(term) ?? [])]));
		const isStart = ({ number }) => Number(/\d*$/.exec(query.trim())[0].startsWith(number));
		const near = relatives(query).sort((one, other) => isStart(other) - isStart(one)).map(({ page }) => page);
		for (const page of [...pages.keys()].filter(isExact).concat(near)) found.add(page);
		const scored = [...found].flatMap((page) => {
			const { whole, sections, names } = indexed[page];
			const answered = answers(words, whole, OF_PAGE, meanOf.page);
			if (!answered.some(Boolean) && !isExact(page) && !near.includes(page)) return [];
			const called = answers(words, whole, OF_NAMES, meanOf.page);
			const inSections = sections.map((fields) => answers(words, fields, OF_SECTION, meanOf.section));
			const wholes = inSections.map((each) => complete(each.map((own, at) => Math.max(own, called[at]))));
			const keys = pages[page][4].map((part) => (isKey(part) ? CODED : 0));
			const best = inSections.map((each, at) => share(each) * wholes[at] + keys[at]);
			const part = best.indexOf(Math.max(...best));
			const like = Math.max(0, ...names.map((each, at) => (at ? 1 : TITLE) * likeness(asked, each) ** ALIKE));
			// Words that one section has count more than the same words all over a page.
			const scope = complete(answered) * Math.max(...wholes);
			const kind = kindOf[page];
			const weight = isNamed[kind] && !isIndex[page] ? OF_KIND : weightOf[page];
			const score = (share(answered) + share(inSections[part]) + NAMED * like) * scope * weight;
			return { page, kind, part, score, key: keys[part] };
		});
		const byScore = (one, other) => other.score - one.score || one.page - other.page;
		const typed = query.split(/\s+/).map(plain);
		const pairs = own.slice(1).map((word, at) => ` ${stem(own[at])} ${stem(word)} `);
		const results = scored.sort(byScore).map(({ page, kind, part, score, key }, at) => {
			const said = pairs.length && at < LOOKED_AT ? padded(`${pages[page].slice(1, 4)} ${pages[page][4][part]}`) : "";
			const beside = pairs.filter((pair) => said.includes(pair));
			score = score * (1 + (TOGETHER * beside.length) / (pairs.length || 1)) + key;
			if (codesOf[page].some((each) => typed.includes(each))) score += CODED;
			if (isExact(page)) [part, score] = [0, score + 10000];
			if (near.includes(page)) [part, score] = [0, 10000 - near.indexOf(page)];
			return { page, kind, part, score };
		});
		return { results: results.sort(byScore), stems: used, unknown };
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
