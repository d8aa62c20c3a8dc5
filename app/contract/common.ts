import { z } from "zod";
import { PAGE_SIZE, PAGE_SIZE_MAX, TAG_LENGTH_MAX } from "./limits";
import { decimal } from "./text/decimal";
import { shownText } from "./text/shown-text";

const wholeId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** Integer id, as a JSON number or as text in a path or query. */
export const id = decimal(wholeId);
/** Id that must be sent, if only as null. */
export const idOrNull = decimal(wholeId.nullable());
/** Path parameter `:id`. */
export const idParams = z.object({ id });

/** Text of a reply; another upstream may have null for what is not filled in, or omit it. */
export const filledIn = z
  .string()
  .nullish()
  .transform((value) => value ?? "")
  .pipe(z.string());
/** Flag of a reply; another upstream may have null for false, or omit it. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
  .pipe(z.boolean());

/** ISO 8601 in UTC. */
export const time = z.string();
/** Number of items: an integer, at least 0. */
export const count = z.number().int().nonnegative();
/** Money in integer fen. */
export const fen = z.number().int().nonnegative();
/** HTML rendered and sanitized by the upstream at write time. */
export const html = z.string();
/** Success without data. */
export const nothing = z.null();

/**
 * Idempotency key chosen by a form, for calls that create something: submitting the same form again creates nothing new
 * and gets the first reply. Remembered for a day, per sender.
 */
export const idempotencyKey = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional();

/**
 * Text whose length is counted in code points, so that an emoji or a rare character counts as one. Invisible characters
 * only count towards the maximum.
 */
export function text(label: string, { min = 0, max }: { min?: number; max: number }) {
  return z
    .string({ error: `${label}不能为空` })
    .trim()
    .superRefine((value, context) => {
      const shown = min > 0 ? [...shownText(value)].length : 0;
      if (min > 0 && shown === 0) context.addIssue({ code: "custom", message: `${label}不能为空` });
      else if (shown < min) context.addIssue({ code: "custom", message: `${label}至少${min}个字` });
      else if ([...value].length > max) context.addIssue({ code: "custom", message: `${label}不能超过${max}个字` });
    })
    .meta({ minLength: min, maxLength: max });
}

const page = decimal(z.number().int().min(1).max(100_000)).default(1);
const pageSize = decimal(z.number().int().min(1).max(PAGE_SIZE_MAX)).default(PAGE_SIZE);
/** Page of a list: `page` from 1, `pageSize` entries. */
export const pageQuery = z.object({ page, pageSize });
/** Page of one author's list. */
export const authorPageQuery = pageQuery.extend({ userId: id });

/** One page of a numbered list; `total` counts the whole list. */
export function paged<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), total: count, page: count, pageSize: count });
}

/** Query of a cursor-paginated list. */
export const cursorQuery = z.object({
  /** Opaque; absent for the first page. */
  cursor: z.string().max(100).optional(),
  limit: decimal(z.number().int().min(1).max(PAGE_SIZE_MAX)).default(PAGE_SIZE),
});

/** One page of a cursor-paginated list; `nextCursor` is null at the end. */
export function cursored<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), total: count, nextCursor: z.string().nullable() });
}

/** A person as shown beside their texts. */
export const author = z.object({
  userId: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  headline: z.string(),
  /** Whether the account is closed, and so has no page. */
  closed: z.boolean().optional(),
});
export type Author = z.output<typeof author>;

/** A picture with its size in pixels and its alt text. */
export const image = z.object({
  url: z.string(),
  width: count,
  height: count,
  alt: z.string(),
});
export type Image = z.output<typeof image>;

/** Names of tags, as their author spelt them. */
export const tags = z.array(z.string());
/** Name of a tag in a query. Its characters may be of two units. */
export const tagInQuery = z.string().max(TAG_LENGTH_MAX * 2);
