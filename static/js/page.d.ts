/* The interface between the bundles of the page, its modules and Python: all that hangs on `window`. */

interface Window {
  tashkalar: Tashkalar;
  /** The content of each script that has run, written at its end by the build (tashkalar/site/integrity.py). */
  tashkalarMarks?: Record<string, string>;
  /** On `board.html`: the files of static/boards/ that have been loaded, by name. */
  tashkalarBoards?: Record<string, unknown>;
}

interface Tashkalar {
  // -- boot.bundle.js --
  /** Bring Python into the page; only the first call does anything. */
  start(): void;
  /** Write the page's texts in a language, if `isWanted` when they arrive; return them, or null. */
  translatePage(language: string, isWanted?: () => boolean): Promise<Record<string, unknown> | null>;
  /** Report a part that is missing or wrong. */
  reportBrokenPart(url: string): void;
  /** Show that Python has failed for good. */
  showFatalError(error: unknown): void;
  /** The presses before Python had started, JSON of EarlyPress[]; they are forgotten then. */
  takeEarlyPresses(): string;
  /** Whether the service worker answers the page's requests. */
  isKept(): boolean;
  /** Whether all parts are of this page; a promise only while a part is examined. */
  verifyAll(): boolean | Promise<boolean>;
  /** Pyodide's WebAssembly, if it is compiled before Pyodide asks for it. */
  compiledWasm?: Promise<WebAssembly.Module>;
  /** The snapshot of Python's memory, if the browser has it and it may be used. */
  keptSnapshot?: Promise<{ href: string, headers: Headers, content: Promise<ArrayBuffer> } | undefined>;
  /** Not on a board inside another page. */
  backup?: BackupDatabase;

  // -- frame.bundle.js, only on a board inside another page --
  embed?: EmbeddedBoardFrame;

  // -- board.bundle.js --
  animation?: BoardAnimation;
  /** Shows the silent turn on the start screen, or nothing. */
  demonstrate?(isShown: boolean): Promise<void>;
  sound?: BoardSound;
  /** Start a worker for packs. */
  startPackWorker?(url: string): PackWorker;

  // -- qr_code.bundle.js --
  /** Draw the QR code of a text. */
  drawQrCode?(svg: SVGSVGElement, text: string): void;

  // -- qr_reader.bundle.js --
  qrReader?: QrReader;

  // -- live.bundle.js --
  openLiveConnection?(servers: string[], longest: number, onState: (state: LiveState) => void, onMessage: (text: string) => void): LiveConnection;
}

/** "unsteady": the other side does not answer now; "open" or "closed" follows. */
type LiveState = "open" | "unsteady" | "closed";

/** A connection to another browser (tashkalar/web/live/connection.py). */
interface LiveConnection {
  /** Return this side's description, with its addresses. */
  describe(): Promise<string>;
  /** Connect to the side of a description; rejected if the browser refuses it. */
  accept(sdp: string): Promise<void>;
  /** Send a text; return false if the channel is not open. */
  send(text: string): boolean;
  close(): void;
}

/** Reads QR codes with the camera (tashkalar/web/far/qr_codes.py). */
interface QrReader {
  /** Show the camera's picture, and return the text of the first code; "" when reading was stopped. Rejected without a camera. */
  read(video: HTMLVideoElement): Promise<string>;
  stop(): void;
}

/** A press before Python had started (tashkalar/ui/start/early_presses.py). */
interface EarlyPress {
  /** Finds the pressed element; "" for a key. */
  selector: string;
  /** The id of the dialog that the element opens, or "". */
  dialog: string;
  /** As in KeyboardEvent; "" for an element. */
  key: string;
  code: string;
  /** The chosen computer player, where the button begins a game against one; else "". */
  level: string;
  /** What the person has read on it. */
  label: string;
  /** See `positionToCome` in first_screen.js. */
  position: string;
  isTouch: boolean;
}

/** The second copy of every save (tashkalar/ui/storage/backup.py). */
interface BackupDatabase {
  /** JSON: {saves: [[key, order]...], gone: [[key, order]...]} */
  stored: Promise<string>;
  listNow(key: string): Promise<string>;
  read(key: string, order: number): Promise<unknown[]>;
  /** Write a text and delete older orders of the same key; resolved when the text is on the disk. */
  write(key: string, order: number, text: string, drop: number[]): Promise<unknown>;
  remove(key: string, order: number): void;
  forget(key: string): void;
}

/** A worker in which packs run (tashkalar/features/packs/page/browser_worker.py). Its promises are rejected when it has ended. */
interface PackWorker {
  /** The checksum of the worker's engine, when it can answer. */
  engine: Promise<string>;
  /** Return the answer to a text; `content` is that of a file for the worker. */
  ask(text: string, name?: string, content?: Uint8Array): Promise<string>;
  /** Stop the worker, whatever it is doing. */
  end(): void;
}

/** What Python reads of a board inside another page (tashkalar/web/embed.py). */
interface EmbeddedBoardFrame {
  mode: string;
  scenario: string;
  record: string;
  lesson: string;
  /** The id of a puzzle of the game, or "". */
  puzzle: string;
  at: string;
  /** Of a replay: the numbers of its first and last turn, or "". */
  from: string;
  to: string;
  language: string;
  theme: string;
  /** The square whose touch started the game, or "". */
  touched: string;
  /** What this board has handed over when it began to rest, JSON of RestingBoard; "" if it begins. */
  resting: string;
  post(type: string, fields: string): void;
  fail(text: string, detail: string): void;
  /** Show the picture of this board in its place; `state` is JSON of what it shows and where the game goes on. */
  rest(state: string): void;
}

/** Plays scenes over the board (tashkalar/ui/screen/animation.py); `text` is JSON of the scenes in board/animation.js. */
interface BoardAnimation {
  /** Returns whether anything is shown; `still`: without motion. */
  play(text: string, skippable: boolean, still?: boolean): boolean;
  stop(): void;
}

/** Makes the game's sounds (tashkalar/ui/screen/sounds.py). */
interface BoardSound {
  /** Whether the page was touched and is visible, so that the browser lets it sound. */
  awake(): boolean;
  /** Play tones (JSON, see board/sound.js) and a vibration pattern (JSON, milliseconds). */
  play(text: string, loudness: number, vibration: string): void;
}

interface Navigator {
  /** Not in all browsers. */
  connection?: { saveData: boolean };
}

/** Not in every browser. */
declare var scheduler: { yield?(): Promise<void> } | undefined;

/** The words of a script that loads no catalogue: esbuild puts them in. */
declare module "*/page.json" {
  const text: string;
  export { text as "page.embed.details", text as "page.embed.silent", text as "page.embed.wrong" };
}

/** The parts of the npm package that are used. */
declare module "qr" {
  export default function encodeQR(text: string, output: "raw", options: { ecc: "low", border: number }): boolean[][];
}
declare module "qr/decode.js" {
  export default function decodeQR(image: ImageData, options: { timeLimit: number }): string;
}
