// Keys under which a browser keeps drafts: `draft:<writer>:<target>:<version>`, the target with its slot. This module
// imports nothing, so that an editor's page can look for a draft before it loads the tools.

/** Key of the drafts of one text: whose they are, and its target. */
export const draftKeyOf = (writer: number, target: string): string => `${writer}:${target}`;

/** Key of the drafts of one of several new texts; the first has no slot. */
export const keyInSlot = (draftKey: string, slot: string): string => (slot ? `${draftKey}/${slot}` : draftKey);

/** Beginning of the names under which the drafts of a text are stored; the version that they are based on follows. */
export const storedUnder = (draftKey: string): string => `draft:${draftKey}:`;

/** Name of the Web Lock that a window with a new text holds. */
export const slotLock = (draftKey: string, slot: string): string => `draft:${draftKey}/${slot}`;

/** Slot of a stored draft of the text, empty for the first; null if the name is not that of one. */
export function slotOfStored(name: string, draftKey: string): string | null {
  const found = partsAfter(name, `draft:${draftKey}`, /^(?:\/([a-z0-9]+))?:\d+$/);
  return found && (found[1] ?? "");
}

/** Target of somebody's stored draft; null if the name is not that of one. */
export const targetOfStored = (name: string, writer: number): string | null =>
  partsAfter(name, `draft:${writer}:`, /^(.+):\d+$/)?.[1] ?? null;

const partsAfter = (name: string, prefix: string, rest: RegExp): RegExpExecArray | null =>
  name.startsWith(prefix) ? rest.exec(name.slice(prefix.length)) : null;
