/* What the scripts of the page give each other, and what its parts have beside the DOM. */

interface Window {
  tashkalar: Tashkalar;
  /** Which scripts have run, and of which content (tashkalar/site/integrity.py). */
  tashkalarMarks?: Record<string, string>;
}

/** Not in every browser. */
declare var scheduler: { yield?(): Promise<void> } | undefined;

interface Tashkalar {
  /** Bring Python into the page; only the first call does anything. */
  start(): void;
  /** boot.js: say why the game does not start. */
  fail(reason: string, detail?: unknown, part?: string): void;
  /** words.js: have the page in another language, if that is `still` wanted when its words are here; they, or null. */
  speak(language: string, still?: () => boolean): Promise<Record<string, unknown> | null>;
  /** seals.js, and so are the next four: a part did not come, or is not what it should be. */
  broken?(url: string): void;
  /** The hash that the browser is to compare, "" for none. */
  integrityOf(url: string): string;
  /** What the page asks for is answered by the service worker. */
  isKept(): boolean;
  /** A part is wrong, or looked at. */
  isSuspicious?(): boolean;
  /** All parts are of this page. */
  whole(): boolean | Promise<boolean>;
  /** Pyodide's WebAssembly, if it is compiled before it is asked for. */
  wasm?: Promise<WebAssembly.Module>;
  /** The snapshot of Python's memory, if the browser keeps it and it is wanted. */
  kept?: Promise<{ href: string, headers: Headers, content: Promise<ArrayBuffer> } | undefined>;
  /** Only on a board inside another page, and so is `embed`. */
  position?: PositionModule;
  embed?: Frame;
  /** Not on a board inside another page. */
  copies?: Copies;
  film?: Film;
  sound?: Sound;
}

/** Makes the game's sounds (static/js/sound.js); `text` is JSON of Tones, `felt` of a pattern for the hand. */
interface Sound {
  /** The page was touched and is seen: a browser would let it sound. */
  awake(): boolean;
  play(text: string, loudness: number, felt: string): void;
}

/** Times in seconds, pitches in hertz (tashkalar/ui/screen/sounds.py). */
interface Tone {
  at: number;
  lasts: number;
  start: number;
  end: number;
  shape: string;
  loud: number;
}

/** Plays what happened over the board (static/js/film.js); `text` is JSON of FilmScenes. */
interface Film {
  play(text: string, skippable: boolean): void;
  stop(): void;
}

/** Where the board still looks otherwise, and what moves meanwhile (tashkalar/ui/screen/animation.py). */
interface FilmScene {
  differs: Record<string, [string, string] | null>;
  acts: FilmAct[];
  lasts: number;
}

interface FilmAct {
  what: string;
  at: number;
  lasts: number;
  square: string;
  origin?: string;
  school: string;
  rank: string;
  was?: [string, string];
  emblem?: string;
  amount?: number;
  text?: string;
}

/** The second copy of every save (tashkalar/ui/storage/backup.py). */
interface Copies {
  opened: Promise<IDBDatabase>;
  /** JSON: {saves: [[key, order]...], gone: [[key, order]...]} */
  found: Promise<string>;
  read(key: string, order: number): Promise<unknown[]>;
  write(key: string, order: number, text: string, drop: number[]): void;
  remove(key: string, order: number): void;
  forget(key: string): void;
}

interface PositionModule {
  Wrong: new (message: string) => Error;
  read(text: string): Position;
  draw(position: Position): void;
  inLanguage(texts: Words, language: string): string;
}

/** A text by language; "" where no language is named. */
type Words = Record<string, string>;

interface Position {
  form: string;
  pieces: Piece[];
  gateway: string | null;
  text: Words;
  goal: unknown;
}

interface Piece {
  square: string;
  owner: number;
  rank: string;
  school: string;
}

/** What Python reads of a board inside another page (tashkalar/web/embed.py). */
interface Frame {
  mode: string;
  scenario: string;
  record: string;
  lesson: string;
  at: string;
  language: string;
  theme: string;
  touched: string;
  post(type: string, fields: string): void;
  fail(text: string): void;
}

interface Navigator {
  /** Not in all browsers. */
  connection?: { saveData: boolean };
}
