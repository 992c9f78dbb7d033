"use strict";
// Filters, sorting and CSV of the table of benchmarks. The page is complete without it.
{
	const table = document.getElementById("inventory");
	const form = document.getElementById("filters");
	const body = table.tBodies[0];
	const heads = [...table.tHead.rows[0].cells];
	const titles = heads.map((cell) => cell.textContent);
	const columns = titles.map((title) => title.toLowerCase());
	const textsOf = (row) => [...row.cells].map((cell) => cell.textContent.trim());
	const rows = [...body.rows].map((row, place) => {
		const texts = textsOf(row);
		const words = `${texts[0]} ${texts[1]} ${row.dataset.former || ""}`.toLowerCase();
		return { row, place, texts, words, criteria: "" };
	});
	const lists = [...form.querySelectorAll("select")];
	const toggle = form.querySelector(".filters__toggle");
	// Rows that stand in the table at first: a browser takes a second for some thousand, at every key. A button that
	// shows fewer than three more costs more than they do.
	const most = 100;
	const fewestHidden = 3;
	const { compare: compareTexts } = new Intl.Collator("en", { numeric: true });
	const more = document.createElement("button");
	let order = rows;
	let drawn = most;
	let sorted = -1;
	let down = false;
	let asked = false;

	const draw = () => {
		const fitting = order.filter(({ fits }) => fits);
		const end = fitting.length < drawn + fewestHidden ? fitting.length : drawn;
		const now = fitting.slice(0, end).map(({ row }) => row);
		// What stands there already would be styled once more.
		if (now.length !== body.rows.length || now.some((row, place) => row !== body.rows[place]))
			body.replaceChildren(...now);
		const left = fitting.length - end;
		more.hidden = left === 0;
		more.textContent = `Show ${left} more`;
		document.getElementById("shown").textContent =
			`${fitting.length} of ${rows.length} ` + (left ? `fit, the first ${drawn} shown` : "shown");
		document.getElementById("none").hidden = fitting.length > 0;
	};
	const drawAll = () => {
		drawn = rows.length;
		draw();
	};

	const sort = () => {
		const numeric = sorted >= 0 && heads[sorted].classList.contains("number");
		const number = ({ texts }) => parseFloat(texts[sorted].replace("–", "-1"));
		const compare = (a, b) =>
			(numeric ? number(a) - number(b) : compareTexts(a.texts[sorted], b.texts[sorted])) *
				(down ? -1 : 1) || a.place - b.place;
		order = sorted < 0 ? rows : [...rows].sort(compare);
		heads.forEach((head, column) => {
			head.ariaSort = column !== sorted ? null : down ? "descending" : "ascending";
		});
	};

	// The words of the criteria are a file of their own, which nobody needs who looks for a code.
	const loadCriteria = () => {
		if (asked || !form.elements.find.value) return;
		asked = true;
		const script = document.createElement("script");
		script.src = "criteria.js";
		script.onload = () => {
			for (const entry of rows) entry.criteria = ` ${window.criteria[entry.texts[0]] || ""}`;
			filter();
		};
		document.head.append(script);
	};

	const filter = () => {
		loadCriteria();
		const typed = form.elements.find.value.toLowerCase().replace(/[\u2010-\u2015\u2212]/g, "-");
		const words = typed.replace(/["'“”‘’.,;:!?()]+(?=\s|$)|(?<=\s|^)["'“”‘’(]+/g, "").split(/\s+/);
		const wanted = lists.filter(({ value }) => value).map(({ name, value }) => [name, value]);
		for (const entry of rows) {
			entry.fits =
				wanted.every(([name, value]) => (entry.row.dataset[name] ?? entry.texts[columns.indexOf(name)]) === value) &&
				words.every((word) => entry.words.includes(word) || [" ", "-"].some((start) => entry.criteria.includes(start + word)));
		}
		toggle.textContent = wanted.length ? `Filters (${wanted.length})` : "Filters";
		drawn = most;
		draw();
	};

	const add = (state) => {
		if (sorted >= 0) state.set("sort", (down ? "-" : "") + columns[sorted]);
	};
	const read = (state) => {
		const order = state.get("sort") || "";
		down = order.startsWith("-");
		sorted = columns.indexOf(order.replace("-", ""));
		sort();
	};

	const save = () => {
		// A leading sign would make a spreadsheet take a text for a formula.
		const field = (text) => `"${text.replace(/^[=+\-@\t]/, "'$&").replaceAll('"', '""')}"`;
		const lines = [titles, ...order.filter(({ fits }) => fits).map(({ row }) => textsOf(row))];
		const text = lines.map((line) => `${line.map(field).join(",")}\r\n`).join("");
		const link = document.createElement("a");
		link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
		link.download = "benchmarks.csv";
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 1000);
	};

	heads.forEach((head, column) => {
		const button = document.createElement("button");
		button.textContent = titles[column];
		button.addEventListener("click", () => {
			down = sorted === column ? !down : head.classList.contains("number");
			sorted = column;
			sort();
			draw();
			remember();
		});
		head.replaceChildren(button);
	});
	toggle.addEventListener("click", () => {
		toggle.ariaExpanded = form.classList.toggle("filters--open");
	});
	more.className = "inventory__more";
	more.addEventListener("click", () => {
		const next = order.filter(({ fits }) => fits)[drawn];
		drawAll();
		next.row.querySelector("a").focus(); // the button is gone
	});
	document.getElementById("none").after(more);
	addEventListener("beforeprint", drawAll);
	document.getElementById("csv").addEventListener("click", save);
	const remember = useFilters(form, filter, add, read);
}
