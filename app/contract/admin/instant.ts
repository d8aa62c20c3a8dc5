import { z } from "zod";

/** A time with its zone. `told` returns what is wrong with other input. */
const zoned = (told: (input: unknown) => string) =>
  z.iso
    .datetime({ offset: true, error: ({ input }) => told(input) })
    // All times are compared as text. An invalid one is left, so that the other fields are checked as well.
    .overwrite((time) => (Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString()));

/** A time entered by staff, ISO 8601 with seconds and zone; in UTC when parsed: 2026-03-01T08:00:00.000Z. */
export const instant = zoned(() => "不是有效的时间");

/** A required time, with its field's label. */
export const requiredInstant = (label: string) => zoned((input) => (input ? "不是有效的时间" : `请填${label}`));

/** A date in China entered by staff: 2026-03-01. */
export const day = z.iso.date("请写成 2026-03-01 的样子");
