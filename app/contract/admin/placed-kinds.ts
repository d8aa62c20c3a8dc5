import { type Kind, type KindWith, kindsWith } from "#app/contract/kinds";

/** A kind of content that staff pin and single out. */
export type PlacedKind = KindWith<"inFeed"> | "activity";
/** Those kinds: what stands in the feed, and activities in their list. No trait of `KINDS`, which readers' pages load. */
export const placedKinds: readonly PlacedKind[] = [...kindsWith("inFeed"), "activity"];

/** Whether staff pin and single out things of a kind. */
export const isPlaced = (kind: Kind): kind is PlacedKind => placedKinds.some((one) => one === kind);
