// Sound and vibration for a scan, as chosen for the device: high and short when it is accepted, low and long when it is not.
import { preferenceOf } from "../preference.ts";

let audio: AudioContext | undefined;

/** Hertz and seconds. */
const tones = { accepted: { pitch: 1_320, length: 0.09 }, refused: { pitch: 220, length: 0.28 } };
const loudness = 0.2;

const sound = ({ pitch, length }: { pitch: number; length: number }): void => {
  audio ??= new AudioContext();
  void audio.resume();
  const tone = new OscillatorNode(audio, { frequency: pitch });
  const volume = new GainNode(audio, { gain: loudness });
  // Without a fade it would click.
  volume.gain.setTargetAtTime(0, audio.currentTime + length - 0.03, 0.01);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length);
};

export const scanFeedback = (accepted: boolean): void => {
  if (preferenceOf("scan vibration", "on") === "on") navigator.vibrate?.(accepted ? 60 : [80, 60, 80]);
  if (preferenceOf("scan sound", "on") === "on") sound(accepted ? tones.accepted : tones.refused);
};
