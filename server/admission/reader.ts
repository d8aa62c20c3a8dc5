import type { Toll } from "./toll";

/**
 * Reader as far as it is verified: a member by their login, a crawler by its name, anybody else by the toll they have
 * paid.
 */
export type Reader =
  | { class: "member"; ip: string; login: string }
  | { class: "crawler"; ip: string; crawler: string }
  | Stranger;
/** Reader about whom nothing is verified. */
export type Stranger = { class: "stranger"; ip: string; toll: Toll | "waits" | null };
