// A plain web server for the files of a directory, as others have one: no special headers, and the site in a sub-folder.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const FOLDER = "/games/taquin/";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json" };

/** Starts the server on a free port. */
export async function serveFiles(directory) {
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = join(directory, normalize(pathname.slice(FOLDER.length) || "index.html"));
    const found = pathname.startsWith(FOLDER) && (await stat(file).catch(() => null))?.isFile();
    response.writeHead(found ? 200 : 404, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    if (found) createReadStream(file).pipe(response);
    else response.end();
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    address: `http://127.0.0.1:${server.address().port}${FOLDER}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
