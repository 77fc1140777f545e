// Keeps the site for offline use, and offers new versions.

import { $, announce, el } from "./dom.js";

/** Registers the service worker. The page works without one, too. */
export async function mountOffline() {
  const { serviceWorker } = navigator;
  // Only secure contexts have service workers, and a frame of another site needs none.
  if (!serviceWorker || window.top !== window) return;
  // A new version has taken over, here or in another tab.
  if (serviceWorker.controller) serviceWorker.oncontrollerchange = () => location.reload();
  try {
    const registration = await serviceWorker.register("service-worker.js");
    registration.onupdatefound = () => follow(registration.installing);
    if (registration.installing) follow(registration.installing);
    if (registration.waiting) offer(registration.waiting);
  } catch {
    notify("This page could not be prepared for offline use. It works while you are online.");
  }
  serviceWorker.onmessage = ({ data }) => {
    if (data === "not-stored") notify("This page could not be stored for offline use: the browser’s storage is full. It works while you are online.");
  };

  function follow(worker) {
    worker.onstatechange = () => {
      // The first version takes over silently.
      if (worker.state === "installed" && serviceWorker.controller) offer(worker);
    };
  }

  // The board is in the URL, so nothing is lost.
  function offer(worker) {
    const reload = () => worker.postMessage("activate");
    notify("A new version of this page is available. ", el("button", { class: "btn", onclick: reload }, "Reload"));
  }
}

function notify(...words) {
  const close = el("button", { class: "btn plain icon", "aria-label": "Close", onclick: () => ($("#notice").hidden = true) }, "×");
  $("#notice").replaceChildren(...words, close);
  $("#notice").hidden = false;
  announce(words[0]);
}
