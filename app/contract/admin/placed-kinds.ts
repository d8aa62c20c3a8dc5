import type { Kind } from "#app/contract/kinds";

/** Kinds of content that staff pin and single out: no trait of `KINDS`, which readers' pages load. */
export const placedKinds = ["question", "article", "case", "activity"] as const satisfies readonly Kind[];
export type PlacedKind = (typeof placedKinds)[number];

/** Whether staff pin and single out things of a kind. */
export const isPlaced = (kind: Kind): kind is PlacedKind => (placedKinds as readonly Kind[]).includes(kind);
