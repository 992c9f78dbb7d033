"use strict";
// Filters of the page of changes, which is complete without them.
{
	const form = document.getElementById("filters");
	const lists = form ? [...form.querySelectorAll("select")] : [];
	const older = document.getElementById("older");
	const commits = [...document.querySelectorAll(".commit")].map((box) => ({
		box,
		rows: [...box.querySelectorAll("[data-class]")],
	}));

	const filter = () => {
		const [effect, rubric, author] = lists.map(({ value }) => value);
		let left = 0;
		if (older && (effect || rubric || author)) older.open = true;
		for (const { box, rows } of commits) {
			let fitting = 0;
			for (const row of rows) {
				const fits =
					(!effect || row.dataset.class === effect) &&
					(!rubric || row.dataset.rubrics.split(" ").includes(rubric));
				fitting += fits;
				if (row.localName === "li") row.hidden = !fits; // the heading stays
			}
			const concerns = fitting > 0 || !(effect || rubric);
			box.hidden = !concerns || !["", box.dataset.author].includes(author);
			left += !box.hidden;
		}
		document.getElementById("shown").textContent = `${left} of ${commits.length} commits shown`;
		document.getElementById("none").hidden = left > 0;
	};

	const changed = () => {
		const state = new URLSearchParams(lists.filter(({ value }) => value).map(({ name, value }) => [name, value]));
		history.replaceState(history.state, "", `${location.pathname}${state.size ? "?" : ""}${state}${location.hash}`);
		filter();
	};

	// A link to a commit shows what is folded away.
	const open = () => {
		const target = document.getElementById(location.hash.slice(1))?.closest(".commit");
		if (!target) return;
		target.open = true;
		if (older?.contains(target)) older.open = true;
		target.scrollIntoView();
	};

	if (form) {
		const state = new URLSearchParams(location.search);
		for (const list of lists) {
			list.value = state.get(list.name) || "";
			if (list.selectedIndex < 0) list.value = ""; // a value that the list lacks
		}
		form.addEventListener("input", changed);
		form.addEventListener("submit", (event) => event.preventDefault());
		form.addEventListener("reset", () => setTimeout(changed));
		form.classList.remove("filters--waiting");
		addEventListener("hashchange", open);
		filter();
		open();
	}
}
