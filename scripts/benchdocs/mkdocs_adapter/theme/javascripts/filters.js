"use strict";
// The filters above a list, whose values the address keeps, with what else the page adds there and reads from it.
window.useFilters = (form, filter, add = () => {}, read = () => {}) => {
	const fields = [...form.elements].filter(({ name }) => name);
	const remember = (isTyped) => {
		const state = new URLSearchParams();
		for (const { name, value } of fields) if (value) state.set(name, value);
		add(state);
		const url = new URL(location);
		url.search = `${state}`.replaceAll("%2C", ",");
		history[isTyped ? "replaceState" : "pushState"](null, "", url);
	};
	const recall = () => {
		const state = new URLSearchParams(location.search);
		for (const field of fields) {
			field.value = state.get(field.name) || "";
			if (field.selectedIndex < 0) field.value = ""; // a value that the list lacks
		}
		read(state);
		filter();
	};
	form.oninput = ({ target }) => {
		filter();
		remember(target.type === "search");
	};
	form.onreset = (event) => setTimeout(form.oninput, 0, event);
	form.onsubmit = (event) => event.preventDefault();
	form.classList.remove("filters--waiting");
	addEventListener("popstate", recall);
	recall();
	return remember;
};
