import { z } from "zod";

const isInstant = (value: string): boolean => !Number.isNaN(Date.parse(value));

/** A moment that staff name, ISO 8601. */
export const instant = z.string().refine(isInstant, "不是有效的时间");

/** Such a moment that must be there, as its field is called. */
export const requiredInstant = (label: string) =>
  z
    .string({ error: `请填${label}` })
    .min(1, `请填${label}`)
    .refine(isInstant, { error: "不是有效的时间", abort: true });
