// Synthesizes the sounds of the table: paper, wood, stone and a small bell. Off by default.

import { settings } from "./settings.js";

const VOLUME = 0.12;
let context = null;
let busyUntil = 0; // no other sound starts before this time

// Noise through a sliding band-pass filter: a card on a table, a brush on paper.
function rustle(start, length, from, to, loudness = 1) {
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const channel = buffer.getChannelData(0);
  for (let n = 0; n < samples; n++) channel[n] = (Math.random() * 2 - 1) * Math.sin((Math.PI * n) / samples);
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", Q: 0.9 });
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  source.connect(filter).connect(new GainNode(context, { gain: VOLUME * loudness })).connect(context.destination);
  source.start(start);
}

// A struck object: decaying partials.
function strike(start, length, pitches, loudness = 1) {
  for (const [number, pitch] of pitches.entries()) {
    const gain = new GainNode(context);
    gain.gain.setValueAtTime((VOLUME * loudness) / (number + 1), start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    const tone = new OscillatorNode(context, { frequency: pitch });
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

const SOUNDS = {
  card: (now) => rustle(now, 0.16, 1400, 3600),
  deal: (now) => [0, 0.11, 0.22].forEach((delay) => rustle(now + delay, 0.1, 1800, 3200, 0.8)),
  stone: (now) => (strike(now, 0.07, [2100, 3350]), rustle(now, 0.03, 5000, 3000, 0.6)),
  turn: (now) => strike(now, 0.12, [830, 1470, 2210], 1.2),
  moment: (now) => rustle(now, 0.3, 700, 2200, 0.7),
  end: (now) => strike(now, 0.39, [1046, 2890, 5650], 0.9),
};

document.addEventListener("sound", ({ detail }) => {
  if (!settings.sound || !SOUNDS[detail]) return;
  context ??= new AudioContext();
  if (context.currentTime < busyUntil) return;
  SOUNDS[detail](context.currentTime);
  busyUntil = context.currentTime + 0.2;
});

// Browsers allow sound only after a click: on the setting, or anywhere at this table.
document.addEventListener("setting", ({ detail: { name, value } }) => {
  if (name === "sound" && value) document.dispatchEvent(new CustomEvent("sound", { detail: "turn" }));
});
document.addEventListener("pointerdown", () => settings.sound && (context ??= new AudioContext()).resume());
