"use strict";
// Specs side by side, as the address names them. Each is a script of its own, which a page from a file can load too.
{
	const form = document.getElementById("compare");
	const box = document.getElementById("compared");
	const status = document.querySelector("[role=status].compared__sum");
	const lists = [...(form?.elements || [])];
	const title = document.title;
	const columns = new Map();
	const known = new Map(); // codes, and those that they had before, in lowercase
	for (const { value, dataset } of lists[0]?.options || [])
		for (const code of [value, ...(dataset.former || "").split(" ")]) known.set(code.toLowerCase(), value);
	let asked = 0;
	let pushed; // the list whose changes have their entry in the history

	const load = (code) => new Promise((resolve) => {
		if (columns.has(code)) return resolve();
		const script = document.createElement("script");
		script.src = `specs/${code.toLowerCase()}.js`;
		script.onload = script.onerror = resolve;
		document.head.append(script);
	});
	window.compared = ([code, label, url, rows]) => columns.set(code, { code, label, url, rows: new Map(rows.map(([id, ...row]) => [id, row])) });

	const cell = (row, tag, html) => {
		const made = document.createElement(tag);
		made.innerHTML = html;
		if (tag === "th") made.scope = row.parentNode.tagName === "THEAD" ? "col" : "row";
		row.append(made);
		return made;
	};
	const draw = (chosen) => {
		const table = document.createElement("table");
		table.className = "compared";
		table.dataset.stacked = "row";
		table.ariaLabel = "Side by side";
		const head = table.createTHead().insertRow();
		cell(head, "th", "Value");
		for (const { code, label, url } of chosen) {
			const place = cell(head, "th", '<a class="code"></a> ');
			place.firstChild.href = `../${url}${location.protocol === "file:" ? "index.html" : ""}`;
			place.firstChild.textContent = code;
			place.append(label);
		}
		const body = table.createTBody();
		const headings = new Map(chosen.flatMap(({ rows }) => [...rows].map(([id, [heading]]) => [id, heading])));
		// A row that only some columns have follows the row before it there.
		const ids = [];
		for (const { rows } of chosen) {
			let place = 0;
			for (const id of rows.keys()) {
				if (!ids.includes(id)) ids.splice(place, 0, id);
				place = ids.indexOf(id) + 1;
			}
		}
		const differs = (texts) => texts.some((text) => text !== texts[0]);
		const count = { differ: 0, differInState: 0 };
		for (const id of ids) {
			const row = body.insertRow();
			const texts = chosen.map(({ rows }) => rows.get(id)?.[1] || "–");
			const values = texts.map((text) => text.replace(/ <span class="state.*?<\/span>/, ""));
			const isApart = differs(texts);
			const isInState = isApart && !differs(values);
			const mark = !isApart ? "= same" : isInState ? "same value, different state" : "≠ differs";
			count.differ += isApart && !isInState;
			count.differInState += isInState;
			if (texts.some((text) => /<(p|li)>/.test(text))) row.className = "is-long";
			cell(row, "th", `${headings.get(id)} <span class="compared__mark${isApart ? " is-apart" : ""}">${mark}</span>`);
			texts.forEach((text, at) => {
				const place = cell(row, "td", text);
				place.dataset.label = chosen[at].code;
				for (const item of place.querySelectorAll("li")) {
					const codes = [...item.querySelectorAll(".code")].map((link) => link.textContent);
					if (chosen.some(({ code }, other) => other !== at && codes.includes(code))) item.className = "is-named";
				}
			});
		}
		box.replaceChildren(table);
		const { differ, differInState } = count;
		const more = differInState ? `; in ${differInState} more, only the state (established or provisional) differs` : "";
		return `${differ} of ${ids.length} rows differ, marked ≠${more}. An arrow → marks a criterion that names a benchmark in another column.`;
	};

	// The lists keep what is chosen in them; an address fills them from the first.
	const show = async (isChosen) => {
		const asks = new URLSearchParams(location.search).getAll("codes").join().split(",").map((code) => code.trim()).filter(Boolean);
		const found = asks.map((code) => known.get(code.toLowerCase()));
		const all = [...new Set(found.filter(Boolean))];
		const codes = all.slice(0, lists.length);
		const renamed = asks.filter((code, at) => found[at] && found[at].toLowerCase() !== code.toLowerCase());
		const chosenTwice = isChosen ? lists.filter(({ value }) => value).length > codes.length : found.filter(Boolean).length > all.length;
		if (!isChosen) lists.forEach((list, at) => { list.value = codes[at] || ""; });
		const unknown = asks.filter((_, at) => !found[at]);
		const turn = ++asked;
		await Promise.all(codes.map(load));
		if (turn !== asked) return;
		const chosen = codes.map((code) => columns.get(code)).filter(Boolean);
		box.hidden = chosen.length < 2;
		const remarks = [
			unknown.length ? `Not in the suite: ${unknown.join(", ")}.` : "",
			renamed.length ? `Former codes: ${renamed.map((code) => `${code} is now ${known.get(code.toLowerCase())}`).join(", ")}.` : "",
			chosenTwice ? "Chosen twice, shown once." : "",
			all.length > codes.length ? `Left out, as four is the most: ${all.slice(codes.length).join(", ")}.` : "",
			box.hidden ? codes.length ? "Choose one more." : "" : draw(chosen),
		];
		status.textContent = remarks.filter(Boolean).join(" ");
		document.title = box.hidden ? title : `${codes.join(", ")} side by side - ${title}`;
	};
	if (form) {
		for (const list of lists.slice(1)) list.innerHTML = lists[0].innerHTML;
		form.oninput = ({ target }) => {
			const codes = [...new Set(lists.map(({ value }) => value).filter(Boolean))].join();
			history[target === pushed ? "replaceState" : "pushState"](null, "", codes ? `?codes=${codes}` : location.pathname);
			pushed = target;
			show(true);
		};
		// One entry is enough for what the arrow keys pass on their way through a list.
		form.addEventListener("focusout", () => { pushed = null; });
		addEventListener("popstate", () => {
			pushed = null;
			show();
		});
		form.classList.remove("filters--waiting");
		document.querySelector(".compare__static").hidden = true;
		show();
	}
}
