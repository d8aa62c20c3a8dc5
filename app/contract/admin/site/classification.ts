import { z } from "zod";
import { count, id, idParams, nothing, text } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";

const kind = z.enum(kindsWith("classified"));
/** Kinds that have classifications. */
export type ClassifiedKind = z.output<typeof kind>;

const version = z.number().int().nonnegative();
const reason = text("原因", { max: 200 }).default("");
const name = text("名称", { min: 1, max: 20 });
const slug = text("短名", { min: 1, max: 60 }).refine((value) => /^[\p{L}\p{N}_-]+$/u.test(value), {
  message: "短名只能有文字、数字、- 和 _",
});

/** A classification in the console. */
const editedClassification = z.object({
  id: z.number(),
  kind,
  name: z.string(),
  slug: z.string(),
  hidden: z.boolean(),
  version,
  /** Number of public items in it. */
  publicCount: count,
  /** Number of all items in it, including deleted ones. */
  writtenCount: count,
  /** Classification to or from which its items are being moved; null if none. */
  movingWith: z.number().nullable(),
});
export type EditedClassification = z.output<typeof editedClassification>;

/** Calls on the classifications of articles and cases. */
export const adminClassificationApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/classification",
    permission: "taxonomy.manage",
    summary: "后台：文章与案例的分类，含隐藏的，按顺序",
    data: z.array(editedClassification),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/classification/:id",
    permission: "taxonomy.manage",
    summary: "后台：一个分类",
    params: idParams,
    data: editedClassification,
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/classification",
    permission: "taxonomy.manage",
    summary: "后台：新建分类，排在最后",
    body: z.object({ kind, name, slug: slug.optional() }),
    data: z.object({ id: z.number() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/classification",
    permission: "taxonomy.manage",
    summary: "后台：给分类改名；地址里是编号，不会变。别人改过时拒绝",
    body: z.object({ id, version, name, slug }),
    data: z.object({ version }),
  }),
  order: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/classification/order",
    permission: "taxonomy.manage",
    summary: "后台：排列一种内容的分类：给出全部编号",
    body: z.object({ kind, ids: z.array(id).max(500) }),
    data: nothing,
  }),
  hide: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/classification/hide",
    permission: "taxonomy.manage",
    summary: "后台：隐藏分类：不再提供，也没有它的列表；里面的内容照常可读",
    body: z.object({ id, reason }),
    data: nothing,
  }),
  show: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/classification/show",
    permission: "taxonomy.manage",
    summary: "后台：重新显示分类",
    body: z.object({ id }),
    data: nothing,
  }),
  move: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/classification/move",
    permission: "taxonomy.manage",
    summary:
      "后台：把一个分类里的全部内容（连同已删除的）移到另一个。多的分批移完，期间两边的数始终对。撤销时，之后又换了分类的留在新的里",
    body: z.object({ from: id, to: id, dryRun: z.boolean().default(false) }),
    data: z.object({
      /** Number of items moved, including deleted ones. */
      things: count,
      /** Number of public ones among them. */
      publicThings: count,
      /** Whether some still have to be moved. */
      moving: z.boolean(),
    }),
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/classification",
    permission: "taxonomy.manage",
    summary: "后台：删除空的分类",
    body: z.object({ id, reason }),
    data: nothing,
  }),
};
