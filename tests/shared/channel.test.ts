// The sales channels: those of the specification come first, and text can be read on the colour of each.
import { expect, test } from "vitest";
import { channelFacts, channelLabel, channels } from "#shared/channel.ts";

test("the channels of the specification have their keys, labels and order", () => {
  expect(channels.slice(0, 6).map((channel) => [channel, channelLabel(channel)])).toEqual([
    ["amazon", "Amazon"],
    ["flipkart", "Flipkart"],
    ["firstcry", "Firstcry"],
    ["jiomart", "Jiomart"],
    ["snd-website", "Website"],
    ["snd-app", "SND App"],
  ]);
});

/** The relative luminance of WCAG 2. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

test.each(channels)("%s: its colour is no other channel's, and text on it has a contrast of 4.9", (channel) => {
  const { colour, textColour } = channelFacts[channel];
  expect(Object.values(channelFacts).filter((other) => other.colour === colour)).toHaveLength(1);
  const [dark = 0, light = 0] = [colour, textColour].map(luminance).sort((a, b) => a - b);
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.9);
});
