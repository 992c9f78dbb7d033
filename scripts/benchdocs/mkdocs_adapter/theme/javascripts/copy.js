"use strict";
// Copies what a link of the copy menu leads to, and the address of a heading, a clause or an example.
{
	const said = document.createElement("span");
	said.setAttribute("role", "status");
	let leaving;

	const say = (link, text) => {
		clearTimeout(leaving);
		showTip(said, link, `${text}: ${link.textContent.trim() || link.title}`);
		leaving = setTimeout(() => said.remove(), 1500);
	};
	const address = (link) => link.href.split("#")[0].replace(/index\.html$/, "") + link.hash;
	const sources = {
		address,
		cite: (link) => `${document.querySelector(link.hash).textContent}, ${address(link).split("#")[0]}`,
	};
	const opened = () => document.querySelector("details.copy[open]");
	document.addEventListener("click", ({ target }) => {
		if (!opened()?.contains(target)) opened()?.removeAttribute("open");
	});
	document.addEventListener("keydown", ({ key }) => {
		const menu = key === "Escape" && opened();
		if (!menu) return;
		menu.open = false;
		menu.querySelector("summary").focus();
	});
	document.addEventListener("click", async (event) => {
		const link = event.target.closest("a.headerlink, a[data-copy]");
		if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
		const source = link.dataset.copy ?? "address";
		if (link.dataset.copy) event.preventDefault();
		try {
			await navigator.clipboard.writeText(sources[source](link));
			say(link, "Copied");
			link.closest("details.copy")?.removeAttribute("open");
		} catch {
			say(link, "Not copied");
		}
	});
}
