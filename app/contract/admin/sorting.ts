import { z } from "zod";
import { id, text } from "#app/contract/common";
import { TAG_LENGTH_MAX, TAGS_MAX } from "#app/contract/limits";
import { DECIDED_MAX } from "./rule";

const someTags = z
  .array(text("标签", { min: 1, max: TAG_LENGTH_MAX }))
  .max(TAGS_MAX, `最多${TAGS_MAX}个标签`)
  .default([]);

/** Classification and tags to apply in bulk. */
const sortingFields = z.object({
  /** Null removes it; unchanged if omitted, and for kinds without classifications. */
  classificationId: id.nullable().optional(),
  addTags: someTags,
  removeTags: someTags,
  reason: text("原因", { min: 1, max: 200 }),
  /** Preview: returns what would be done and refused, without changing anything. */
  dryRun: z.boolean().default(false),
});

type Sorting = { items: unknown[] } & Pick<
  z.output<typeof sortingFields>,
  "classificationId" | "addTags" | "removeTags"
>;

/** Whether any change is requested. */
const sortsSomething = ({ items, classificationId, addTags, removeTags }: Sorting): boolean =>
  items.length === 0 || classificationId !== undefined || addTags.length + removeTags.length > 0;
/** Error if no change is requested. */
const NOTHING_TO_SORT = { path: ["addTags"], message: "请选择分类，或写下要加、要去的标签" };

/** Body and data of a bulk classification call, with a result per item. @param kinds accepted kinds */
export function sortingOf<Kind extends z.ZodType<string>>(kinds: Kind) {
  const place = z.object({ kind: kinds, id });
  return {
    body: sortingFields
      .extend({ items: z.array(place).max(DECIDED_MAX, `一次至多处理 ${DECIDED_MAX} 份`) })
      .refine(sortsSomething, NOTHING_TO_SORT),
    data: z.object({
      done: z.array(place),
      failed: z.array(place.extend({ code: z.string(), message: z.string() })),
    }),
    timeout: 60_000,
  };
}
