import type { Toll } from "./toll";

/** Reader as far as it is proven: a member by their login, a crawler by its name, anybody else by what they have paid. */
export type Reader =
  | { class: "member"; ip: string; login: string }
  | { class: "crawler"; ip: string; crawler: string }
  | Stranger;
/** Reader of whom nothing is proven. */
export type Stranger = { class: "stranger"; ip: string; toll: Toll | "waits" | null };
