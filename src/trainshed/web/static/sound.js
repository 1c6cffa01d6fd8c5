// Five short sounds, made here; silent until the visitor turns them on.

/** @typedef {"turn" | "move" | "money" | "dice" | "deny"} Sound */

/** @type {AudioContext | null} */
let context = null;

/** A tone that dies away. @param {AudioContext} audio @param {number} start @param {number} pitch @param {number} length @param {OscillatorType} shape @param {number} loud */
function tone(audio, start, pitch, length, shape, loud) {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = shape;
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** A short rattle of noise. @param {AudioContext} audio @param {number} start @param {number} pitch @param {number} length @param {number} loud */
function knock(audio, start, pitch, length, loud) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1)
    samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 3;
  const [source, filter, gain] = [
    audio.createBufferSource(),
    audio.createBiquadFilter(),
    audio.createGain(),
  ];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 3;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

/** @type {Record<Sound, (audio: AudioContext, now: number) => void>} */
const SOUNDS = {
  turn: (audio, now) => {
    tone(audio, now, 659, 0.7, "sine", 0.07);
    tone(audio, now + 0.18, 523, 0.9, "sine", 0.07);
  },
  move: (audio, now) => {
    knock(audio, now, 1900, 0.05, 0.22);
    knock(audio, now + 0.07, 1500, 0.05, 0.16);
  },
  money: (audio, now) => {
    tone(audio, now, 2350, 0.18, "triangle", 0.035);
    knock(audio, now + 0.03, 700, 0.06, 0.16);
  },
  dice: (audio, now) => {
    for (const wait of [0, 0.07, 0.16, 0.22]) knock(audio, now + wait, 1100, 0.05, 0.18);
  },
  deny: (audio, now) => tone(audio, now, 130, 0.22, "sine", 0.12),
};

/** Play a sound, if the visitor wants to hear any. @param {Sound} name */
export function play(name) {
  if (document.documentElement.dataset.sound !== "on") return;
  context ??= new AudioContext();
  context.resume();
  SOUNDS[name](context, context.currentTime);
}

/** What the own purse holds, in figures. */
function purse() {
  const mine = document.querySelector(".player:has(.own-name) > .money");
  return Number(mine?.textContent?.replace(/\D/g, "") || 0);
}

/** Let the table be heard. */
export function mount() {
  let held = purse();
  document.addEventListener("table:arrive", (event) => {
    const { before } = /** @type {CustomEvent} */ (event).detail;
    const now = document.getElementById("table")?.dataset ?? {};
    const had = held;
    held = purse();
    if (now.live !== "yes" || now.version === before.version) return;
    if (document.querySelector("#notice .notice:not(.request)")) play("deny");
    else play("move");
    if (held > had) setTimeout(() => play("money"), 220);
    if (now.calls && !before.calls) setTimeout(() => play("turn"), 420);
  });
}
