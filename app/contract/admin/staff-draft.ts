import { z } from "zod";
import { id, idParams, nothing, paged, pageQuery, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import type { Permission } from "#app/contract/permissions";
import type { EditedKind } from "./edited";
import { instant } from "./instant";
import { tellAlso } from "./tell-also";

/** A thing of the site that a draft changes, and the version of it that its writer read. */
const draftedItem = z.object({ id, version: z.number().int() });

/** Time at which a draft is published by itself; null for a draft that waits for somebody. */
const publishAt = instant.nullable().default(null);

/** A draft of the console, as lists have it. */
export const staffDraftSummary = z.object({
  id: z.number(),
  /** Empty while it has none. */
  title: z.string(),
  /** The thing that it changes; null for one that is new. */
  item: draftedItem.nullable(),
  publishAt: time.nullable(),
  /** Reason why it could not be published when its time came; empty for nothing. */
  failure: z.string(),
  updatedAt: time,
  version: z.number(),
});
export type StaffDraftSummary = z.output<typeof staffDraftSummary>;

type What<Shape extends z.core.$ZodLooseShape, Readers extends z.ZodType> = {
  kind: EditedKind;
  permission: Permission;
  /** Word for such a thing: 公告. */
  name: string;
  /** Fields of one that can be published. */
  fields: z.ZodObject<Shape>;
  /** Data that readers are given of it. */
  readers: Readers;
};

/**
 * Calls on drafts of one kind of content that staff write. A draft lacks what it likes; what it has must be right. One
 * with a time lacks nothing, and is published then; all who may publish the kind share its drafts.
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
