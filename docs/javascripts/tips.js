"use strict";
// Values of charts and meanings of terms beside what the pointer or the keyboard is on; Escape hides them.
{
	const tip = document.createElement("div");
	tip.className = "tip";
	tip.setAttribute("aria-hidden", "true");
	let leaving;

	const show = (target, text) => {
		clearTimeout(leaving);
		if (!tip.isConnected) document.body.append(tip);
		tip.textContent = text;
		tip.hidden = false;
		const at = target.getBoundingClientRect();
		const left = Math.min(at.left + at.width / 2 - tip.offsetWidth / 2, innerWidth - tip.offsetWidth - 8);
		const above = at.top - tip.offsetHeight - 4;
		tip.style.left = `${Math.max(8, left)}px`;
		tip.style.top = `${above > 8 ? above : at.bottom + 4}px`;
	};
	const hide = () => tip.setAttribute("hidden", "");
	const over = ({ target, type }) => {
		const mark = target.closest?.("svg [aria-label]:is(a, [tabindex])");
		const term = type === "focusin" && target.matches("a.term:focus-visible") && target;
		if (mark) {
			mark.querySelector("title")?.remove(); // the browser's own tip would double this one
			show(mark, mark.getAttribute("aria-label"));
		} else if (term) show(term, term.title);
		else if (target === tip) clearTimeout(leaving);
	};
	document.addEventListener("pointerover", over);
	document.addEventListener("focusin", over);
	document.addEventListener("focusout", hide);
	document.addEventListener("pointerout", () => {
		clearTimeout(leaving);
		leaving = setTimeout(hide, 150);
	});
	document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
	document.addEventListener("scroll", hide, { passive: true });
}
