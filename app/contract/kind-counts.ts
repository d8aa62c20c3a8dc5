import { z } from "zod";
import { count } from "./common";
import { type Kind, type KindWith, kindsWith } from "./kinds";

/** Schema of a count for each of these kinds. */
const countsOf = <K extends Kind>(kinds: readonly K[]) =>
  z.object(Object.fromEntries(kinds.map((kind) => [kind, count])) as Record<K, typeof count>);

/** Count of each kind that members write. */
export const ownedCounts = countsOf<KindWith<"owned">>(kindsWith("owned"));

/** Schemas of how much a person has written of each kind, by field name: `articleCount`. */
export const writtenCounts = Object.fromEntries(kindsWith("owned").map((kind) => [`${kind}Count`, count])) as {
  [K in KindWith<"owned"> as `${K}Count`]: typeof count;
};

/** Count of each kind that carries tags, including cases. */
export const taggedCounts = countsOf<KindWith<"tagged"> | "case">([...kindsWith("tagged"), "case"]);
