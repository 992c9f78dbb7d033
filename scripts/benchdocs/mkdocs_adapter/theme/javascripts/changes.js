"use strict";
// Filters of the page of changes, which is complete without them.
const form = document.getElementById("filters");
if (form) {
	const lists = [...form.querySelectorAll("select")];
	const commits = [...document.querySelectorAll(".commit")];
	const folds = [...document.querySelectorAll(".older")];
	const shown = document.getElementById("shown");
	const everything = shown.textContent;

	const filter = () => {
		const [effect, rubric, author] = lists.map(({ value }) => value);
		for (const box of commits) {
			let fitting = !effect && !rubric;
			for (const row of box.querySelectorAll("[data-class]")) {
				const { class: own, rubrics } = row.dataset;
				const fits = ["", own].includes(effect) && ["", ...rubrics.split(" ")].includes(rubric);
				fitting ||= fits;
				row.hidden = !fits;
			}
			box.hidden = !fitting || !["", box.dataset.author].includes(author);
		}
		const isFiltered = effect || rubric || author;
		for (const fold of folds) {
			fold.hidden = !fold.querySelector(".commit:not([hidden])");
			if (isFiltered) fold.open = true;
		}
		const left = commits.filter(({ hidden }) => !hidden).length;
		shown.textContent = isFiltered ? `${left} of ${shown.dataset.of} shown` : everything;
		document.getElementById("none").hidden = left > 0;
	};

	// A link to a commit shows what is folded away.
	const open = () => {
		const target = document.getElementById(location.hash.slice(1));
		if (!commits.includes(target)) return;
		for (const box of [...folds, target]) box.open ||= box.contains(target);
		target.scrollIntoView();
	};
	addEventListener("hashchange", open);
	useFilters(form, filter);
	open();
}
