// The colours of a channel in charts and of text on it, by the channel's position among the six. Both are tokens.
import { type Channel, channels } from "#shared/channel.ts";

export const channelColour = (channel: Channel): string => `var(--channel-${channels.indexOf(channel) + 1})`;
export const channelTextColour = (channel: Channel): string => `var(--on-channel-${channels.indexOf(channel) + 1})`;
