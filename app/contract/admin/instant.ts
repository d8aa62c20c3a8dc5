import { z } from "zod";

/** A moment that staff name, ISO 8601. */
export const instant = z.string().refine((value) => !Number.isNaN(Date.parse(value)), "不是有效的时间");
