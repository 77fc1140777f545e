// Sends requests to a Worker, one at a time, and starts the Worker again if it fails.

/** An error with a code for programs and a message for people. */
export class TaquinError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "TaquinError";
    this.code = code;
  }
}

const MESSAGES = {
  unreachable: "The solver could not be loaded. Check the connection, then try again.",
  unsupported: "This browser can’t run the solver, which needs WebAssembly. A current Chrome, Edge, Firefox or Safari can.",
  blocked: "The browser does not let this page start a Worker, which the solver needs. Another browser or another profile may.",
  crashed: "The solver stopped unexpectedly and was started again. Please try again; a smaller board needs less memory.",
};

const STOP_TIMEOUT = 1000; // milliseconds; a Worker that does not stop by then is ended

/** The error for a cause of MESSAGES. */
const failure = (cause) => new TaquinError(cause === "crashed" ? "internal" : cause, MESSAGES[cause]);

export class Engine {
  #spawn;
  #worker = null;
  #ready = false;
  #current = null;
  #queue = [];
  #ids = 0;

  /**
   * `spawn(onMessage, onError)` starts a Worker and returns {post(message), terminate(), setBusy(busy)}; `spawn.stopper()`
   * returns a pair {stop, trigger} of a token for the Worker and the function that stops it.
   */
  constructor(spawn) {
    this.#spawn = spawn;
  }

  /** True while there are requests. */
  get busy() {
    return this.#current !== null || this.#queue.length > 0;
  }

  /**
   * Sends a request and returns its response. Options: `onEvent(name, data)`; `signal` aborts the request; `stop`, another
   * signal, ends a search with the best it has.
   */
  request(path, body, { signal, stop, onEvent } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const call = { id: String(++this.#ids), path, body, resolve, reject, onEvent, stopper: null, isOver: false };
      const abort = () => {
        reject(signal.reason);
        call.isOver = true;
        this.#queue = this.#queue.filter((other) => other !== call);
        this.#halt(call);
      };
      signal?.addEventListener("abort", abort, { once: true });
      stop?.addEventListener("abort", () => this.#halt(call), { once: true });
      call.forget = () => signal?.removeEventListener("abort", abort);
      call.isStopped = () => stop?.aborted;
      this.#queue.push(call);
      this.#next();
    });
  }

  /** Ends the Worker. A request that comes later starts another one. */
  close() {
    this.#fail(new TaquinError("closed", "The solver was closed."), [...this.#queue, this.#current]);
    this.#queue = [];
  }

  #halt(call) {
    if (call !== this.#current || call.deadline) return;
    call.stopper?.trigger();
    call.deadline = setTimeout(() => call === this.#current && this.#fail(failure("crashed"), [call]), STOP_TIMEOUT);
  }

  #next() {
    if (this.#current || !this.#queue.length) return;
    if (!this.#worker) {
      try {
        this.#ready = false;
        const worker = this.#spawn((message) => worker === this.#worker && this.#receive(message), () => worker === this.#worker && this.#broke());
        this.#worker = worker;
      } catch {
        return this.#fail(failure("blocked"), this.#queue.splice(0));
      }
    }
    this.#worker.setBusy(true);
    if (!this.#ready) return;
    const call = (this.#current = this.#queue.shift());
    call.stopper = this.#spawn.stopper();
    const { id, path, body } = call;
    this.#worker.post({ id, path, body, stop: call.stopper.stop });
    if (call.isStopped()) this.#halt(call);
  }

  #receive(message) {
    if (message.failed) {
      const { failed } = message;
      return this.#fail(failure(failed), this.#queue.splice(0));
    }
    if (message.ready) {
      this.#ready = true;
      return this.#next();
    }
    const call = this.#current;
    if (call?.id !== message.id) return;
    if (message.name) {
      if (!call.isOver) call.onEvent?.(message.name, message.data);
      return;
    }
    this.#settle(call, () => (message.error ? call.reject(new TaquinError(message.error.code, message.error.message)) : call.resolve(message.result)));
    this.#current = null;
    if (!this.#queue.length) this.#worker.setBusy(false);
    this.#next();
  }

  // A Worker that breaks before it is ready could not be loaded.
  #broke() {
    const calls = this.#ready ? [this.#current] : this.#queue.splice(0);
    this.#fail(failure(this.#ready ? "crashed" : "unreachable"), calls);
  }

  // Ends the Worker; calls that are still in the queue get another one.
  #fail(error, calls) {
    this.#worker?.terminate();
    this.#worker = this.#current = null;
    for (const call of calls.filter(Boolean)) this.#settle(call, () => call.reject(error));
    this.#next();
  }

  #settle(call, settle) {
    clearTimeout(call.deadline);
    call.forget();
    call.stopper?.release();
    settle();
  }
}
