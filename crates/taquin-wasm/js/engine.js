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
  blocked: "The browser does not let this page start a Worker, which the solver needs. Try another browser.",
  crashed: "The solver stopped unexpectedly and was started again. Please try again; a smaller board needs less memory.",
};

const ABORT_TIMEOUT = 1000; // milliseconds; a Worker that does not finish an aborted request by then is terminated
const STOP_TIMEOUT = 10_000; // the same for a stopped search: the first solution of the largest boards takes seconds

function toJson(body) {
  try {
    return JSON.stringify(body, (name, value) => {
      if (typeof value === "function") throw new TypeError(`${name}: a function is not an option`);
      return value;
    });
  } catch (error) {
    throw new TaquinError("bad-request", error.message);
  }
}

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
   * `spawn(onMessage, onError)` starts a Worker and returns {post(message), terminate(), setBusy(busy)}. `spawn.stopper()` returns
   * {stop, trigger, release}: a token for the Worker, the function that stops it, and the function that frees the token.
   */
  constructor(spawn) {
    this.#spawn = spawn;
  }

  /** The number of requests that are not answered yet. */
  get load() {
    return this.#queue.length + (this.#current ? 1 : 0);
  }

  /**
   * Sends a request and returns its response. Options: `onEvent(name, data)`; `signal` aborts the request; `stop`, another
   * signal, ends a search with the best it has.
   */
  request(path, body, { signal, stop, onEvent } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const call = { id: String(++this.#ids), path, body: toJson(body), resolve, reject, onEvent, stopper: null, isOver: false };
      const abort = () => this.#drop(call, signal.reason);
      const halt = () => this.#halt(call, STOP_TIMEOUT);
      signal?.addEventListener("abort", abort);
      stop?.addEventListener("abort", halt);
      call.forget = () => {
        signal?.removeEventListener("abort", abort);
        stop?.removeEventListener("abort", halt);
      };
      call.isStopped = () => stop?.aborted;
      this.#queue.push(call);
      this.#next();
    });
  }

  /** Terminates the Worker. A request that comes later starts another one. */
  close() {
    this.#fail(new TaquinError("closed", "The solver was closed."), [this.#current, ...this.#queue.splice(0)]);
  }

  // Rejects a call, and ends its search if it is running.
  #drop(call, reason) {
    call.isOver = true;
    call.forget();
    call.reject(reason);
    this.#queue = this.#queue.filter((other) => other !== call);
    this.#halt(call, ABORT_TIMEOUT);
    this.#next();
  }

  #halt(call, timeout) {
    if (call !== this.#current) return;
    call.stopper.trigger();
    clearTimeout(call.deadline);
    call.deadline = setTimeout(() => call === this.#current && this.#fail(failure("crashed"), [call]), timeout);
  }

  #next() {
    if (this.#current) return;
    if (!this.#queue.length) return this.#worker?.setBusy(false);
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
    if (call.isStopped()) this.#halt(call, STOP_TIMEOUT);
  }

  #receive(message) {
    if (message.failed) return this.#fail(failure(message.failed), this.#queue.splice(0));
    if (message.ready) {
      this.#ready = true;
      return this.#next();
    }
    const call = this.#current;
    if (call?.id !== message.id) return;
    if (message.name) {
      if (call.isOver) return;
      try {
        call.onEvent?.(message.name, message.data);
      } catch (error) {
        this.#drop(call, error);
      }
      return;
    }
    this.#settle(call, () => (message.error ? call.reject(new TaquinError(message.error.code, message.error.message)) : call.resolve(message.result)));
    this.#current = null;
    this.#next();
  }

  // A Worker that breaks before it is ready could not be loaded.
  #broke() {
    const calls = this.#ready ? [this.#current] : this.#queue.splice(0);
    this.#fail(failure(this.#ready ? "crashed" : "unreachable"), calls);
  }

  // Terminates the Worker; calls that are still in the queue get another one.
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
