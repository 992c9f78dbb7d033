"use strict";
// The meaning of a term that the keyboard is on, beside it; Escape hides it.
{
	const tip = document.createElement("div");
	tip.className = "tip";
	tip.setAttribute("aria-hidden", "true");
	const hide = () => tip.remove();
	document.addEventListener("focusin", ({ target }) => {
		if (!target.matches("a.term:focus-visible")) return;
		tip.textContent = target.title;
		document.body.append(tip);
		const at = target.getBoundingClientRect();
		tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8))}px`;
		tip.style.top = `${at.bottom + 4}px`;
	});
	document.addEventListener("focusout", hide);
	document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
	document.addEventListener("scroll", hide, { passive: true });
}
