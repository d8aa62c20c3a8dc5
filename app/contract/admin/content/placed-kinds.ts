import { type Kind, type KindWith, kindsWith } from "#app/contract/kinds";

/** Kind of content that can be pinned and featured. */
export type PlacedKind = KindWith<"inFeed"> | "activity";
/**
 * Kinds that can be pinned and featured: those of the feed, and activities in their list. Not a trait in `KINDS`, which
 * readers' pages load.
 */
export const placedKinds: readonly PlacedKind[] = [...kindsWith("inFeed"), "activity"];

/** Whether items of a kind can be pinned and featured. */
export const isPlaced = (kind: Kind): kind is PlacedKind => placedKinds.some((one) => one === kind);
