/* Makes the game's short sounds with Web Audio. tashkalar/ui/screen/sounds.py chooses the tones. Nothing sounds before
   the first touch or key, or on a board inside another page. */

/**
 * @typedef {object} Tone times in seconds, pitches in hertz
 * @property {number} at
 * @property {number} lasts
 * @property {number} start the first pitch
 * @property {number} end the last pitch
 * @property {string} shape of the wave, or "noise"
 * @property {number} loud
 */

const ATTACK_S = 0.008;
const IDLE_TIMEOUT_MS = 300; // the first sound may be late by so much

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} the sounds of the last decision */
let last = null;
/** @type {AudioBuffer | null} */
let noiseBuffer = null;
/** @type {[text: string, loudness: number] | null} what is heard as soon as there is a context */
let first = null;
let isTouched = false;

/** Return a second of noise, which is computed once. @param {AudioContext} made */
function noise(made) {
  if (!noiseBuffer) {
    noiseBuffer = made.createBuffer(1, made.sampleRate, made.sampleRate);
    const samples = noiseBuffer.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  }
  const source = made.createBufferSource();
  source.buffer = noiseBuffer;
  return source;
}

/**
 * @param {AudioContext} made
 * @param {Tone} tone
 * @param {AudioNode} out
 */
function playTone(made, tone, out) {
  const [from, to] = [made.currentTime + 0.02 + tone.at, made.currentTime + 0.02 + tone.at + tone.lasts];
  const level = made.createGain();
  level.gain.setValueAtTime(0.0001, from);
  level.gain.linearRampToValueAtTime(tone.loud, from + ATTACK_S);
  level.gain.exponentialRampToValueAtTime(0.0001, to);
  level.connect(out);
  /** @param {AudioParam} pitch */
  const glide = (pitch) => {
    pitch.setValueAtTime(tone.start, from);
    pitch.exponentialRampToValueAtTime(tone.end, to);
  };
  if (tone.shape === "noise") {
    const [source, filter] = [noise(made), made.createBiquadFilter()];
    filter.type = "bandpass";
    glide(filter.frequency);
    source.connect(filter).connect(level);
    source.start(from);
    source.stop(to);
  } else {
    const source = made.createOscillator();
    source.type = /** @type {OscillatorType} */ (tone.shape);
    glide(source.frequency);
    source.connect(level);
    source.start(from);
    source.stop(to);
  }
}

/** Fade the sounds of the previous decision, so that the sounds of this one are heard at once. */
function fadeLast() {
  if (!context || !last) return;
  last.gain.setTargetAtTime(0, context.currentTime, 0.03);
  last = null;
}

/** @param {string} text @param {number} loudness */
function ring(text, loudness) {
  fadeLast();
  const tones = /** @type {Tone[]} */ (JSON.parse(text));
  if (!loudness || !tones.length || !window.AudioContext) return;
  if (!context) {
    if (!first) whenIdle(ringFirst);
    first = [text, loudness];
    return;
  }
  if (context.state === "suspended") context.resume().catch(() => {});
  last = context.createGain();
  last.gain.value = loudness;
  last.connect(context.destination);
  for (const tone of tones) playTone(context, tone, last);
}

/** Make the sounds that waited for the context. Making it takes several frames, while a decision is drawn. */
function ringFirst() {
  const waiting = first;
  first = null;
  try {
    context ??= new AudioContext();
    if (waiting && !document.hidden) ring(...waiting);
  } catch {
    // A device without sound: the game goes on without.
  }
}

/** @param {() => void} action */
function whenIdle(action) {
  if ("requestIdleCallback" in window) requestIdleCallback(action, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(action);
}

const touch = () => {
  isTouched = !document.documentElement.hasAttribute("data-embed");
};
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, touch, { capture: true, passive: true, once: true });
}

/** @type {BoardSound} */
export const sound = {
  awake: () => isTouched && !document.hidden,
  play(text, loudness, felt) {
    if (!isTouched || document.hidden) return;
    const pattern = /** @type {number[]} */ (JSON.parse(felt));
    try {
      if (pattern.length && window.matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(pattern);
      ring(text, loudness);
    } catch {
      // A device without sound or vibration: the game goes on without.
    }
  },
};
