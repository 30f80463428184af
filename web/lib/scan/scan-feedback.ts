// What a scan sounds and feels like: high and short when it was taken, low and twice when it was not.

let audio: AudioContext | undefined;

/** Hertz and seconds. */
const tones = { taken: { pitch: 1_320, length: 0.09 }, refused: { pitch: 220, length: 0.28 } };
const loudness = 0.2;

const sound = ({ pitch, length }: { pitch: number; length: number }): void => {
  audio ??= new AudioContext();
  void audio.resume();
  const tone = new OscillatorNode(audio, { frequency: pitch });
  const volume = new GainNode(audio, { gain: loudness });
  // Cut at once it would click.
  volume.gain.setTargetAtTime(0, audio.currentTime + length - 0.03, 0.01);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length);
};

export const scanFeedback = (taken: boolean): void => {
  navigator.vibrate?.(taken ? 60 : [80, 60, 80]);
  sound(taken ? tones.taken : tones.refused);
};
