
// What the bot answers is the newest message, and who asked wants to see it.
const latest = document.getElementById("new-messages");
new MutationObserver(() => { if (!latest.hidden) latest.click(); }).observe(latest, { attributeFilter: ["hidden"] });
