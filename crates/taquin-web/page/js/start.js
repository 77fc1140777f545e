// The entry point. The browser lays the page out before the other modules run, so that neither blocks for long, and draws it after.

setTimeout(async () => {
  try {
    await import("./main.js");
  } finally {
    document.documentElement.dataset.ready = "";
  }
});
