/* The game's small sounds, made on the spot (Web Audio). tashkalar/ui/screen/sounds.py says of what tones they are.
   Nothing sounds before the first touch or key, nor ever on a board inside another page. */
(() => {
  "use strict";
  const ATTACK = 0.008;

  /** @type {AudioContext | null} */
  let context = null;
  /** @type {GainNode | null} what is heard of the last decision */
  let last = null;
  /** @type {AudioBuffer | null} */
  let hiss = null;
  let touched = false;

  /** A second of noise, made once. @param {AudioContext} made */
  function noise(made) {
    if (!hiss) {
      hiss = made.createBuffer(1, made.sampleRate, made.sampleRate);
      const samples = hiss.getChannelData(0);
      for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
    }
    const source = made.createBufferSource();
    source.buffer = hiss;
    return source;
  }

  /**
   * @param {AudioContext} made
   * @param {Tone} tone
   * @param {AudioNode} out
   */
  function sound(made, tone, out) {
    const [from, to] = [made.currentTime + 0.02 + tone.at, made.currentTime + 0.02 + tone.at + tone.lasts];
    const level = made.createGain();
    level.gain.setValueAtTime(0.0001, from);
    level.gain.linearRampToValueAtTime(tone.loud, from + ATTACK);
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

  /** Let the sounds of the decision before fade: what is decided now is heard now. */
  function hush() {
    if (!context || !last) return;
    last.gain.setTargetAtTime(0, context.currentTime, 0.03);
    last = null;
  }

  /** @param {string} text @param {number} loudness */
  function ring(text, loudness) {
    hush();
    const tones = /** @type {Tone[]} */ (JSON.parse(text));
    if (!loudness || !tones.length || !window.AudioContext) return;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
    last = context.createGain();
    last.gain.value = loudness;
    last.connect(context.destination);
    for (const tone of tones) sound(context, tone, last);
  }

  const touch = () => {
    touched = !document.documentElement.hasAttribute("data-embed");
  };
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, touch, { capture: true, passive: true, once: true });
  }

  window.tashkalar.sound = {
    awake: () => touched && !document.hidden,
    play(text, loudness, felt) {
      if (!touched || document.hidden) return;
      try {
        ring(text, loudness);
      } catch {
        // A device without sound: the game is played all the same.
      }
      const pattern = /** @type {number[]} */ (JSON.parse(felt));
      if (pattern.length && navigator.vibrate && window.matchMedia("(pointer: coarse)").matches) navigator.vibrate(pattern);
    },
  };
})();
