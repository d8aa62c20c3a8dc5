import { z } from "zod";

const isInstant = (value: string): boolean => !Number.isNaN(Date.parse(value));

/** A time entered by staff, ISO 8601. */
export const instant = z.string().refine(isInstant, "不是有效的时间");

/** A required time, with its field's label. */
export const requiredInstant = (label: string) =>
  z
    .string({ error: `请填${label}` })
    .min(1, `请填${label}`)
    .refine(isInstant, { error: "不是有效的时间", abort: true });

/** A date in China entered by staff: 2026-03-01. */
export const day = z.iso.date("请写成 2026-03-01 的样子");
