// Mocks requests of the page to its backend, be it the server or a Worker.

/**
 * Returns `mock(path, handler)`, for a page that is not open yet. The handler gets a function that returns the original response,
 * and returns {json}, the response, or undefined, for the original; it may wait.
 */
export const mockRequests = (page, backend) => (backend === "site" ? mockWorker(page) : mockServer(page));

const mockServer = (page) => (path, handler) =>
  page.route(`**${path}`, async (route) => {
    // The page may have aborted the request.
    const quietly = (promise) => promise.catch(() => {});
    const mocked = await handler(async () => (await route.fetch()).json());
    if (!mocked) return quietly(route.continue());
    const { json } = mocked;
    if (!path.endsWith("/stream")) return quietly(route.fulfill({ json }));
    const body = `event: started\ndata: {"id":"0"}\n\nevent: done\ndata: ${JSON.stringify(json)}\n\n`;
    return quietly(route.fulfill({ contentType: "text/event-stream", body }));
  });

// The Worker answers first; its response is then replaced.
async function mockWorker(page) {
  const handlers = new Map();
  await page.exposeFunction("mockResponse", async (path, original) => (await handlers.get(path)?.(async () => original))?.json ?? original);
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      #paths = new Map(); // of the requests, by id
      set onmessage(listener) {
        super.onmessage = async (event) => {
          const { id, result } = event.data;
          listener(result ? { data: { id, result: await window.mockResponse(this.#paths.get(id), result) } } : event);
        };
      }
      postMessage(message) {
        this.#paths.set(message.id, message.path);
        super.postMessage(message);
      }
    };
  });
  return (path, handler) => handlers.set(path, handler);
}
