"use strict";
// The score explorer: benchdocs/suite/verdicts.py, word for word; a number is [numerator, denominator].
for (const root of document.querySelectorAll(".explorer")) {
	const parse = (text) => {
		const [whole, part = ""] = text.split(".");
		return [BigInt(whole + part), 10n ** BigInt(part.length)];
	};
	const one = [1n, 1n];
	const minus = (a, b) => [a[0] * b[1] - b[0] * a[1], a[1] * b[1]];
	const less = (a, b) => minus(a, b)[0] < 0n;
	const times = (a, b) => [a[0] * b[0], a[1] * b[1]];
	const sum = (all) => all.reduce((a, b) => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]]);
	const over = (a, b) => [a[0] * b[1], a[1] * b[0]];

	// The cases of "passed/evaluated" or "passed/evaluated/planned".
	const counts = (text) => {
		const [passed, cases, planned = cases] = text.split("/").map(parse);
		return { passed, cases, planned };
	};
	// The lowest score and the highest: cases without a result may have passed or not.
	const ends = (text) => {
		if (!text.includes("/")) return [parse(text), parse(text)];
		const { passed, cases, planned } = counts(text);
		return [over(passed, planned), over(sum([passed, minus(planned, cases)]), planned)];
	};

	// Four decimals or, next to nothing, as many as it takes; half to even, ≈ where that is not exact.
	const shown = ([n, d], sign = "", places = 4) => {
		const scaled = (n < 0n ? -n : n) * 10n ** BigInt(places);
		const twice = (scaled % d) * 2n;
		const rounded = scaled / d + BigInt(twice > d || (twice === d && (scaled / d) % 2n));
		if (n && !rounded) return shown([n, d], sign, places + 1);
		const digits = `${rounded}`.padStart(places + 1, "0");
		const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`;
		return (twice ? "≈ " : "") + sign + text.replace(/\.?0+$/, "");
	};
	const signed = (a) => shown(a, a[0] < 0n ? "−" : a[0] ? "+" : "");
	const plain = (a) => shown(a).replace("≈ ", "");
	const both = ([low, high], text) => text(low) + (less(low, high) ? ` to ${text(high)}` : "");

	const average = (scores, weights) =>
		times(sum(scores.map((score, at) => times(score, weights[at]))), sum(weights).reverse());
	const methods = {
		MEAN: average,
		WEIGHTED_AVERAGE: average,
		MINIMUM: (scores) => scores.reduce((a, b) => (less(a, b) ? a : b)),
		MAXIMUM: (scores) => scores.reduce((a, b) => (less(a, b) ? b : a)),
	};
	const listed = (results, word, none) =>
		[["fail", word], ["open", "open"]].map(([verdict, title]) => {
			const codes = results.filter((one) => one.verdict === verdict).map((one) => one.code);
			return codes[0] ? `${title}: ${codes.join(", ")}` : "";
		}).filter(Boolean).join("; ") || none;

	// Whether it is unlikely, at a level, that so many cases pass at a true rate; of shares by Hoeffding's bound.
	const unlikely = ({ level, by_share }, passed, cases, rate) => {
		const risk = minus(one, parse(level));
		const isClear = !passed[0] || !less(passed, cases);
		const isExact = isClear || (!by_share && !(passed[0] % passed[1]));
		if (!isExact) {
			const size = ([n, d]) => Number(n) / Number(d);
			const mean = over(passed, cases);
			const gain = (a, b) => size(a) * Math.log(size(a) / size(b));
			const surprise = size(cases) * (gain(mean, rate) + gain(minus(one, mean), minus(one, rate)));
			return less(rate, mean) && Math.exp(-surprise) <= size(risk);
		}
		const [p, whole] = rate;
		const [good, all] = [passed[0] / passed[1], cases[0] / cases[1]];
		let [total, term] = [0n, 1n];
		for (let failed = 0n; failed <= all - good;) {
			total = total * p + term;
			term = term * (whole - p) * (all - failed) / ++failed;
		}
		return !less(risk, [total * p ** good, whole ** all]);
	};
	// Whether so many passed cases reach the threshold of a benchmark.
	const outcome = (node, passed, cases) => {
		const at = parse(node.threshold);
		if (!node.level || !at[0] || !less(at, one)) return less(passed, times(at, cases)) ? "fail" : "pass";
		if (unlikely(node, passed, cases, at)) return "pass";
		return unlikely(node, minus(cases, passed), cases, minus(one, at)) ? "fail" : "open";
	};
	// The verdict on counted cases: it fails where it would even if all others passed that have to be evaluated.
	const decided = (node, { passed, cases, planned }) => {
		const least = parse(node.least);
		const needed = less(planned, least) ? least : planned;
		if (outcome(node, sum([passed, minus(needed, cases)]), needed) === "fail") return "fail";
		return less(cases, needed) ? "open" : outcome(node, passed, planned);
	};
	// What scores (a Map of texts by code) make of a tree of the page's data.
	const judge = (node, scores) => {
		const { code, gate, threshold, method, members, weights } = node;
		const score = scores.get(code);
		const parts = members?.map((member) => judge(member, scores));
		const range = ["0", "1"].map((end, at) => parts
			? methods[method](parts.map((part) => part.range[at]), weights.map(parse))
			: ends(score || end)[at]);
		const gap = threshold && range.map((end) => minus(end, parse(threshold)));
		const given = parts ? parts.some((part) => part.given) : score;
		let verdict = gap && (gap[1][0] < 0n ? "fail" : gap[0][0] < 0n || !given ? "open" : "pass");
		if (!parts) {
			if (gap && score?.includes("/")) verdict = decided(node, counts(score));
			const amount = gap && (gap[0][0] ? `by ${shown(gap[0])}` : "exactly");
			const outcome = gap ? `${verdict === "fail" ? "missed" : "reached"} ${amount}` : "no threshold";
			const words = !score ? "no score" : verdict === "open" ? "undecided at this sample size" : outcome;
			return { code, given, range, gap, verdict, words, gate: gap && gate, score: score || words };
		}
		const below = parts.flatMap((part) => [part, ...(part.below || [])]);
		const subs = below.filter((one) => one.below);
		const gates = (kind) => {
			const found = below.filter((one) => one.gate === kind);
			return listed(found, "missed", found[0] ? "all reached" : "none");
		};
		const hard = below.filter((one) => one.gate === "hard_gate");
		const failed = (results) => results.filter((one) => one.verdict === "fail").map((one) => one.code);
		const named = (codes, noun) => codes[3] ? `${codes.length} ${noun}` : codes.join(", ");
		const [failing, missed] = [failed(subs), failed(hard)];
		const cause = missed[0] ? `blocked by ${named(missed, "hard gates")}` : verdict === "fail" && "fails by its score";
		const open = !gap || verdict === "open" || hard.some((one) => one.verdict === "open");
		const passes = failing[0] ? `score passes, but ${named(failing, "rubrics")} fail${failing[1] ? "" : "s"}` : "passes";
		return {
			code, given, range, gap, below, gate: gap && gate,
			verdict: cause ? "fail" : open ? "open" : "pass",
			words: cause || (open ? "open" : passes),
			look: cause ? "fail" : open ? "open" : failing[0] ? "mixed" : "pass",
			score: both(range, shown),
			distance: gap ? both(gap, signed) : "–",
			hard_gate: gates("hard_gate"),
			threshold_gate: gates("threshold_gate"),
			rubrics: listed(subs, "fail", "all pass"),
		};
	};
	window.judgeScores = judge;

	const find = (selector) => [...root.querySelectorAll(selector)];
	const tree = JSON.parse(find("script")[0].textContent);
	const rows = find("li[id]").map((row) => [row.id, ...row.querySelectorAll("input")]);
	const [note, status] = find("[role=status]");
	const local = location.protocol === "file:";
	const isScore = (text) => {
		const [, passed, cases] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) || [];
		return cases > 0 ? +passed <= cases : /^(0?\.\d+|0\.?|1(\.0*)?)$/.test(text);
	};
	const held = new Map(); // the last scores that were any: what is none moves nothing
	let result, state, timer;

	const show = () => {
		const scores = new Map();
		for (const [code, slider, number] of rows) {
			const written = number.value.replaceAll(" ", "");
			if (!written || isScore(written)) held.set(code, written);
			const text = held.get(code) || "";
			if (text) scores.set(code, text);
			number.ariaInvalid = text !== written;
			slider.value = plain(ends(text || "0")[0]);
			slider.ariaValueText = text || "no score";
		}
		state = [...scores].map((pair) => pair.join(":")).join();
		result = judge(tree, scores);
		for (const one of [result, ...result.below])
			for (const place of find(`[data-code=${JSON.stringify(one.code)}]`)) {
				place.textContent = one[place.dataset.show];
				place.dataset.verdict = one.look || one.verdict;
			}
		find("rect + rect").forEach((bar, at) => {
			bar.setAttribute("width", `${plain(result.range[1 - at]) * 100}%`);
		});
		note.textContent = "";
	};
	const fill = (text) => {
		for (const [code, , number] of rows) number.value = text(number, code);
		show();
	};
	// Once the reader pauses: say the result, and put it in the address.
	const settle = () => {
		const [wrong] = find("[aria-invalid=true] ~ .explorer__hint");
		status.textContent = wrong?.textContent || `${result.code}: score ${result.score}, ${result.words}`;
		const query = state === worked ? "" : `scores=${state}`;
		history.replaceState(history.state, "", (local ? "#" : query ? "?" : location.pathname) + query);
	};
	const load = () => {
		const text = new URLSearchParams(local ? location.hash.slice(1) : location.search).get("scores");
		if (text === null) return;
		const given = new Map();
		const bad = text.split(",").filter((part) => {
			const [asked, score, more] = part.split(":");
			const [code] = rows.find((row) => row[0].toLowerCase() === asked.toLowerCase()) || [];
			const good = code && !more && isScore(score);
			if (good) given.set(code, score);
			return part && !good;
		});
		if (given.size || !bad[0]) fill((_, code) => given.get(code) || "");
		if (bad[0]) note.textContent = `Left out of the link: ${bad.join(", ").slice(0, 99)}`;
		root.scrollIntoView();
	};
	const presets = { worked: (number) => number.defaultValue, all: () => 1, none: () => "" };

	root.oninput = ({ target }) => {
		if (target.type === "range") rows.find((row) => row[1] === target)[2].value = target.value;
		show();
		clearTimeout(timer);
		timer = setTimeout(settle, 500);
	};
	root.onclick = ({ target }) => {
		const { set } = target.dataset;
		if (!set) return;
		if (set !== "link") fill(presets[set]);
		settle();
		if (set !== "link") return;
		note.textContent = "The address bar holds the link.";
		navigator.clipboard?.writeText(location.href).then(() => { note.textContent = "Link copied."; }, () => {});
	};
	for (const part of find("[hidden], .explorer__static")) part.hidden = !part.hidden;
	show();
	const worked = state;
	load();
	if (local) addEventListener("hashchange", load);
}
