import { z } from "zod";
import { time } from "#app/contract/common";

/** Queues whose items can be claimed by one person at a time. */
export const queues = ["review", "report", "appeal"] as const;
export type Queue = (typeof queues)[number];

/** A claim on an item: others see it, until it expires or they take it over. */
export const claim = z.object({ by: z.string(), mine: z.boolean(), until: time });
export type Claim = z.output<typeof claim>;

/** Whether to take the item over if somebody else has claimed it. */
export const takeOver = z.boolean().default(false);
