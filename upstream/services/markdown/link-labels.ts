import type { MarkdownIt, StateInline } from "markdown-it";

const OPEN = 0x5b;
const CLOSE = 0x5d;
const NONE = -1;

/** Property of the state itself, as thousands of weak references would slow down each garbage collection. */
const KNOWN = Symbol("known link labels");

/** Known ends of a text's link labels by their starts; with nested links allowed, and without. */
type Known = { any: Map<number, number>; plain: Map<number, number> };

/**
 * Finds the `]` of a `[` in linear time. markdown-it searches the rest of the text again for each `[`: 50,000 of them
 * took seconds.
 */
export function linkLabels(md: MarkdownIt): void {
  const knownOf = (state: StateInline & { [KNOWN]?: Known }): Known => {
    state[KNOWN] ??= { any: new Map(), plain: new Map() };
    return state[KNOWN];
  };
  Object.assign(md.helpers, {
    parseLinkLabel(state: StateInline, start: number, disableNested = false): number {
      const ends = disableNested ? knownOf(state).plain : knownOf(state).any;
      return ends.get(start) ?? findEnd(state, start, ends, disableNested);
    },
  });
}

function findEnd(state: StateInline, start: number, ends: Map<number, number>, disableNested: boolean): number {
  const before = state.pos;
  const open = [start];
  state.pos = start + 1;
  while (open.length > 0 && state.pos < state.posMax) {
    const at = state.pos;
    const marker = state.src.charCodeAt(at);
    if (marker === CLOSE) ends.set(open.pop() as number, at);
    state.md.inline.skipToken(state);
    if (marker !== OPEN) continue;
    if (state.pos === at + 1) {
      const end = ends.get(at);
      if (end === undefined) open.push(at);
      else if (end === NONE) break;
      else state.pos = end + 1;
    } else if (disableNested) break;
  }
  // The content of an unclosed label, or one with a link, belongs to all enclosing ones.
  for (const each of open) ends.set(each, NONE);
  state.pos = before;
  return ends.get(start) ?? NONE;
}
