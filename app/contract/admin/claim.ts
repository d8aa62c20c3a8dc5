import { z } from "zod";
import { time } from "#app/contract/common";

/** Queues of which one thing at a time is somebody's. */
export const queues = ["review", "report", "appeal"] as const;
export type Queue = (typeof queues)[number];

/** Somebody of the staff has a thing open: others see it, until then or until they take it over. */
export const claim = z.object({ by: z.string(), mine: z.boolean(), until: time });
export type Claim = z.output<typeof claim>;

/** It is taken over from whoever has it. */
export const takeOver = z.boolean().default(false);
