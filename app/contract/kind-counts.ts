import { z } from "zod";
import { count } from "./common";
import { type Kind, type KindWith, kindsWith } from "./kinds";

/** Amount of each of these kinds. */
const countsOf = <K extends Kind>(kinds: readonly K[]) =>
  z.object(Object.fromEntries(kinds.map((kind) => [kind, count])) as Record<K, typeof count>);

/** Amount of each kind that members write. */
export const ownedCounts = countsOf<KindWith<"owned">>(kindsWith("owned"));

/** Schemas of how much a person has written of each kind, by the names of profiles: `articleCount`. */
export const writtenCounts = Object.fromEntries(kindsWith("owned").map((kind) => [`${kind}Count`, count])) as {
  [K in KindWith<"owned"> as `${K}Count`]: typeof count;
};

/** Amount of each kind that carries tags, cases among them. */
export const taggedCounts = countsOf<KindWith<"tagged"> | "case">([...kindsWith("tagged"), "case"]);
