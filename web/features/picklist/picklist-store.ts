// The draft of this tab and user: it outlives a reload, a session that ends, and every other screen, until Clear.

import { blank } from "./picklist-draft.ts";
import { kept } from "./session-store.ts";

export const draftStore = kept("picklist 1", blank);
