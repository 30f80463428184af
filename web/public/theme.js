// Applies a chosen theme before the first paint; lib/theme.ts keeps it. A file of its own, since the CSP allows no inline script.
document.documentElement.dataset.theme = localStorage.getItem("theme") || "system";
