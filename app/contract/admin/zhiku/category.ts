import { z } from "zod";
import { count, html, id, idOrNull, idParams, nothing, text } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { TITLE_MAX } from "#app/contract/limits";
import { linkTarget } from "#app/contract/site/link-target";

const version = z.number().int().nonnegative();
/** URL of a picture uploaded here; empty for none. */
const pictureUrl = z.string().max(500).default("");
const reason = text("原因", { max: 200 }).default("");
/** Maximum characters of the Markdown that describes a right. */
const RIGHTS_TEXT_MAX = 5_000;

/** Fields of a category that staff edit. */
export const zhikuCategoryFields = z.object({
  name: text("名称", { min: 1, max: 20 }),
  description: text("说明", { max: 200 }).default(""),
  /** Parent category; null at the top level. */
  parentId: idOrNull,
  cover: pictureUrl,
  banner: pictureUrl,
});

/** A category in the console. */
const editedCategory = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  name: z.string(),
  description: z.string(),
  cover: z.string(),
  banner: z.string(),
  hidden: z.boolean(),
  version,
  /** Number of public documents in it, without subcategories. */
  publicCount: count,
  /** Number of all documents ever written in it. */
  writtenCount: count,
});
export type EditedZhikuCategory = z.output<typeof editedCategory>;

const rightsText = z.object({
  title: z.string(),
  /** Markdown; empty if only its HTML is known. */
  content: z.string(),
  contentHtml: html,
  /** 0 if never written. */
  version,
});

const heroes = z.object({
  heroes: z.array(
    z.object({ title: text("标题", { min: 1, max: 40 }), href: linkTarget, picture: z.string().max(500) }),
  ),
});

/**
 * Calls on zhiku's categories, the descriptions of their rights, and the pictures of its home page, for zhiku's
 * editors.
 */
export const adminZhikuCategoryApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/zhiku/category",
    permission: "zhiku.read",
    summary: "后台：知库分类树，含隐藏的；上级在下级之前，同级按顺序",
    data: z.array(editedCategory),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/zhiku/category/:id",
    permission: "zhiku.read",
    summary: "后台：一个知库分类",
    params: idParams,
    data: editedCategory,
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/zhiku/category",
    permission: "category.manage",
    summary: "后台：新建知库分类，排在同级最后",
    body: zhikuCategoryFields,
    data: z.object({ id: z.number() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/zhiku/category",
    permission: "category.manage",
    summary: "后台：修改或移动知库分类；别人改过时拒绝",
    body: zhikuCategoryFields.extend({ id, version }),
    data: z.object({ version }),
  }),
  order: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/zhiku/category/order",
    permission: "category.manage",
    summary: "后台：排列一级分类：给出这一级的全部编号",
    body: z.object({ parentId: idOrNull, ids: z.array(id).max(500) }),
    data: nothing,
  }),
  hide: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/zhiku/category/hide",
    permission: "category.manage",
    summary: "后台：隐藏分类与其中的资料，读者不再看到",
    body: z.object({ id, reason }),
    /** Number of documents hidden with it. */
    data: z.object({ documents: count }),
  }),
  show: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/zhiku/category/show",
    permission: "category.manage",
    summary: "后台：重新显示分类与隐藏时一起离开的资料",
    body: z.object({ id }),
    data: z.object({ documents: count }),
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/zhiku/category",
    permission: "category.manage",
    summary: "后台：删除从未用过的分类",
    body: z.object({ id, reason }),
    data: nothing,
  }),
  rightsText: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/zhiku/rights-text",
    permission: "zhiku.read",
    summary: "后台：一个分类（不给时为全部分类）的权益说明",
    query: z.object({ categoryId: id.optional() }),
    data: rightsText,
  }),
  putRightsText: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/zhiku/rights-text",
    permission: "category.manage",
    summary: "后台：修改权益说明，标题与内容都空时撤下；别人改过时拒绝",
    body: z.object({
      categoryId: idOrNull,
      title: text("标题", { max: TITLE_MAX }),
      content: text("内容", { max: RIGHTS_TEXT_MAX }),
      version,
    }),
    data: z.object({ version }),
  }),
  heroes: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/zhiku/hero",
    permission: "zhiku.read",
    summary: "后台：知库首页轮换的图片",
    data: heroes.extend({ version: z.string() }),
  }),
  putHeroes: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/zhiku/hero",
    permission: "category.manage",
    summary: "后台：修改知库首页轮换的图片；别人改过时拒绝",
    body: heroes.extend({ heroes: heroes.shape.heroes.max(12, "不能超过12张"), version: z.string().max(64) }),
    data: z.object({ version: z.string() }),
  }),
};
