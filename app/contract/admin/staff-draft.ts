import { z } from "zod";
import { id, idParams, nothing, paged, pageQuery, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import type { Permission } from "#app/contract/permissions";
import type { EditedKind } from "./edited";
import { instant } from "./instant";
import { tellAlso } from "./tell-also";

/** An item that a draft changes, and the version on which it is based. */
const draftedItem = z.object({ id, version: z.number().int() });

/** Time when a draft is published automatically; null for manually. */
const publishAt = instant.nullable().default(null);

/** A draft in lists of the console. */
export const staffDraftSummary = z.object({
  id: z.number(),
  /** Empty if it has none. */
  title: z.string(),
  /** The item that it changes; null for a new one. */
  item: draftedItem.nullable(),
  publishAt: time.nullable(),
  /** Reason why scheduled publication failed; otherwise empty. */
  failure: z.string(),
  updatedAt: time,
  version: z.number(),
});
export type StaffDraftSummary = z.output<typeof staffDraftSummary>;

type What<Shape extends z.core.$ZodLooseShape, Readers extends z.ZodType> = {
  kind: EditedKind;
  permission: Permission;
  /** Chinese name of the kind: 公告. */
  name: string;
  /** Fields of a publishable item. */
  fields: z.ZodObject<Shape>;
  /** Data shown to readers. */
  readers: Readers;
};

/**
 * Returns calls on drafts of one kind of staff-written content. A draft may be incomplete, but its fields must be
 * valid. A scheduled draft must be complete and is published at its time; everyone who may publish the kind shares its
 * drafts.
 */
export function staffDraftApi<Shape extends z.core.$ZodLooseShape, Readers extends z.ZodType>({
  kind,
  permission,
  name,
  fields,
  readers,
}: What<Shape, Readers>) {
  const path = `/api/ext/admin/draft/${kind}` as const;
  const written = { item: draftedItem.nullable().default(null), publishAt };
  const read = { id, version: z.number().int() };
  const planned = (body: { publishAt?: unknown }, context: z.RefinementCtx) => {
    if (body.publishAt !== null) tellAlso(fields, body, context);
  };
  return {
    list: staffEndpoint({
      method: "GET",
      path,
      permission,
      summary: `后台：${name}的草稿，定了时间的在前`,
      query: pageQuery,
      data: paged(staffDraftSummary),
    }),
    get: staffEndpoint({
      method: "GET",
      path: `${path}/:id`,
      permission,
      summary: `后台：一份${name}草稿`,
      params: idParams,
      data: staffDraftSummary.extend({ fields: fields.partial() }),
    }),
    preview: staffEndpoint({
      method: "GET",
      path: `${path}/:id/preview`,
      permission,
      summary: `后台：一份${name}草稿发布后读者看到的样子`,
      params: idParams,
      data: readers,
    }),
    add: staffEndpoint({
      method: "POST",
      path,
      permission,
      summary: `后台：存一份${name}草稿，或定时发布`,
      body: fields.partial().extend(written).superRefine(planned),
      data: z.object({ id: z.number() }),
    }),
    put: staffEndpoint({
      method: "PUT",
      path,
      permission,
      summary: `后台：修改一份${name}草稿；别人改过时拒绝`,
      body: fields
        .partial()
        .extend({ ...read, ...written })
        .superRefine(planned),
      data: z.object({ version: z.number() }),
    }),
    publish: staffEndpoint({
      method: "POST",
      path: `${path}/publish`,
      permission,
      summary: `后台：发布一份${name}草稿`,
      body: fields.extend({ ...read, item: written.item }),
      data: z.object({ id: z.number() }),
    }),
    remove: staffEndpoint({
      method: "DELETE",
      path,
      permission,
      summary: `后台：删除一份${name}草稿`,
      body: z.object({ id }),
      data: nothing,
    }),
  };
}
