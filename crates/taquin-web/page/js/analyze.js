// The Analyze panel: compares a solution with the optimum, move by move (/api/analyze). analysis-view.js shows the result.

import { announce, on, parts, plural, sentence } from "./dom.js";
import { mountAnalysis } from "./analysis-view.js";
import { isAbort, post } from "./backend.js";
import { readBoard } from "./editor.js";
import { runLength, split, toText } from "./puzzle.js";

const SECONDS = 60;

// Moves from the goal, as timers write them. Boards without spaces start with a digit or have other letters.
const SCRAMBLE = /^\s*[UDLR][UDLR\d\s,]*$/i;

const PAGE = `<p class="small quiet">Which moves of a solution were mistakes, and what would have been better? Boards of up to 16 cells.</p>
<form class="card stack" id="analyze-form">
<label class="field"><span>Board, or a scramble: moves from the goal</span>
<textarea id="analyze-board" rows="2" spellcheck="false"></textarea></label>
<label class="field"><span>Moves: letters (R2 U L3) or numbers of tiles</span>
<textarea id="analyze-moves" rows="3" spellcheck="false" aria-describedby="analyze-error"></textarea></label>
<label class="check"><input type="checkbox" id="analyze-blank"> Letters name the motion of the blank</label>
<div class="row"><button class="btn primary" id="analyze-run">Analyze</button>
<button class="btn" type="button" id="analyze-stop" hidden>Stop</button>
<button class="btn" type="button" id="analyze-mine">Use my moves</button>
<span class="quiet note" id="analyze-note"></span></div>
<p class="error" role="alert" id="analyze-error"></p>
</form>
<section class="card stack" id="analyze-result" aria-label="Analysis" hidden>
<div class="result"><h2 id="analyze-title"></h2><p class="quiet" id="analyze-more"></p></div>
<div class="row"><div id="analyze-mini"></div><p class="number" id="analyze-position"></p></div>
<div class="move-list" id="analyze-move-list" tabindex="0" role="group" aria-label="Moves; the left and right arrow keys step through them"></div>
<ol class="mistakes" id="analyze-mistakes" aria-label="Mistakes"></ol>
</section>`;

export function mountAnalyze(root, store) {
  root.innerHTML = PAGE;
  const { analyzeForm: form, analyzeBoard: board, analyzeMoves: moves, analyzeBlank: blank, analyzeRun: button, ...ui } = parts(root);
  const { analyzeStop: stop, analyzeMine: mine, analyzeNote: note, analyzeError: error } = ui;
  const view = mountAnalysis(ui.analyzeResult, store);
  let pending = null;
  let edited = false; // by the user, or analyzed: the fields no longer follow the board

  // Fills in the board that was set last and the moves played since.
  function fill({ start, played } = store) {
    board.value = toText(start);
    moves.value = split(played, "multi").map(runLength).join(" ");
    blank.checked = edited = false;
    showError("");
  }

  function follow() {
    const { length } = store.played;
    mine.disabled = !length;
    mine.textContent = length ? `Use my ${plural(store.count(store.played), "move")}` : "Use my moves";
    if (!edited) fill();
  }

  async function run() {
    pending?.abort();
    const { signal } = (pending = new AbortController());
    const [since, ofBlank] = [performance.now(), blank.checked];
    const clock = setInterval(() => (note.textContent = `Analyzing… ${Math.round((performance.now() - since) / 1000)} s`), 1000);
    note.textContent = "Analyzing…";
    edited = true;
    stop.hidden = false;
    view.clear();
    showError("");
    try {
      const response = await request(signal);
      if (response.outcome === "analyzed") view.load(response, ofBlank);
      else if (response.outcome === "stopped") showError(`Stopped: ${response.reason}.`);
      else showError(`This board can’t reach this goal. ${sentence(response.why)}.`);
    } catch (problem) {
      if (!isAbort(problem)) showError(problem.message, problem.code === "bad-moves");
    } finally {
      clearInterval(clock);
      if (pending?.signal === signal) idle(signal.aborted ? "Stopped" : "");
    }
  }

  function idle(words) {
    pending = null;
    if (document.activeElement === stop) button.focus();
    stop.hidden = true;
    note.textContent = words;
    if (words) announce(words);
  }

  async function request(signal) {
    const options = { signal, onBusy: (wait) => (note.textContent = `The server is busy; trying again in ${wait} s…`) };
    const fields = { moves: moves.value, blank_moves: blank.checked, metric: store.metric, seconds: SECONDS };
    if (SCRAMBLE.test(board.value)) {
      const { rows, cols } = store.board;
      return post("/api/analyze", { ...fields, scramble: board.value, size: `${rows}x${cols}`, goal: store.request().goal }, options);
    }
    const { board: read, goal } = await readBoard(store, board.value, signal);
    return post("/api/analyze", { ...fields, board: toText(read), goal: goal.name }, options);
  }

  // Shows an error, and selects the faulty move if it names one.
  function showError(message, isFault = false) {
    error.textContent = message;
    moves.ariaInvalid = isFault;
    const [, text, character] = /^move \d+, '(.*)' at character (\d+)/.exec(message) ?? [];
    if (!character) return;
    moves.focus();
    moves.setSelectionRange(character - 1, character - 1 + text.length);
  }

  // A game that has ended on the page.
  function analyzeGame() {
    if (!store.game) return;
    fill(store.game);
    store.game = null;
    run();
  }

  on(form, "submit", (event) => {
    event.preventDefault();
    run();
  });
  on(form, "input", () => (edited = true));
  on(moves, "keydown", ({ key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey) && form.requestSubmit());
  on(stop, "click", () => pending?.abort());
  on(mine, "click", () => {
    fill();
    run();
  });
  on(store, "board", follow);
  on(store, "metric", () => (follow(), view.loaded() && run()));
  on(store, "analyze", analyzeGame);
  follow();
  analyzeGame();
}
