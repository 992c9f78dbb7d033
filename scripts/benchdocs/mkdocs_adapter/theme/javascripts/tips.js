"use strict";
// Puts a text beside a link, in an element of its own.
window.showTip = (tip, link, text) => {
	tip.className = "tip";
	if (!tip.isConnected) document.body.append(tip);
	tip.textContent = text;
	const at = link.getBoundingClientRect();
	tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8))}px`;
	tip.style.top = `${at.bottom + 4}px`;
};

// The meaning of a term that the keyboard is on, beside it; Escape hides it.
{
	const tip = document.createElement("div");
	tip.setAttribute("aria-hidden", "true");
	const hide = () => tip.remove();
	document.addEventListener("focusin", ({ target }) => {
		if (target.matches("a.term:focus-visible")) showTip(tip, target, target.title);
	});
	document.addEventListener("focusout", hide);
	document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
	document.addEventListener("scroll", hide, { passive: true });
}
