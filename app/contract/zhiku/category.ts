import { z } from "zod";
import { count, html, id, image } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { decimal } from "#app/contract/text/decimal";
import { zhikuCategoryRef, zhikuContentSummary } from "./content";

/** The only category list type. */
export const ZHIKU_CATEGORY_LIST_TYPE = 1;

/** A node of the category tree. */
export const zhikuCategory = zhikuCategoryRef.extend({
  /** Null at the top level. */
  parentId: z.number().nullable(),
  description: z.string(),
  cover: image.nullable(),
  /** Documents in it and its subcategories. */
  total: count,
});
export type ZhikuCategory = z.output<typeof zhikuCategory>;

/** Pictures of a category of zhiku. */
export const zhikuCategoryImages = z.object({
  categoryId: z.number(),
  /** Used on cards. */
  cover: image.nullable(),
  /** Used at the top of the category's page. */
  banner: image.nullable(),
});

/** Description of the benefits of a right on a category, shown before purchase. */
export const zhikuRightsText = z.object({
  /** Null for the right on all categories. */
  category: zhikuCategoryRef.nullable(),
  title: z.string(),
  contentHtml: html,
});
export type ZhikuRightsText = z.output<typeof zhikuRightsText>;

/** The trial documents of a category. */
export const zhikuTrial = z.object({ category: zhikuCategoryRef, contents: z.array(zhikuContentSummary) });

/** Calls for zhiku's categories and their texts. */
export const zhikuCategoryApi = ofPart("zhiku", {
  configImage: endpoint({
    method: "GET",
    path: "/api/pro/category/config/image",
    summary: "一个分类的封面与横幅",
    query: z.object({ categoryId: id }),
    data: zhikuCategoryImages,
  }),
  imageList: endpoint({
    method: "GET",
    path: "/api/pro/category/image/list",
    summary: "所有分类的封面与横幅",
    data: z.array(zhikuCategoryImages),
  }),
  rightsTextList: endpoint({
    method: "GET",
    path: "/api/pro/category/rights-text/list",
    summary: "权益说明；给出分类时只含能打开它的权益",
    query: z.object({ categoryId: id.optional() }),
    data: z.array(zhikuRightsText),
  }),
  trialList: endpoint({
    method: "GET",
    path: "/api/pro/category/trial/list",
    summary: "各分类的试读文档；没有试读的分类不列出",
    query: z.object({ categoryId: id.optional() }),
    data: z.array(zhikuTrial),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/pro/category/list",
    summary: "分类树，平铺为一列：上级在下级之前，同级按运营排序",
    query: z.object({ type: decimal(z.literal(ZHIKU_CATEGORY_LIST_TYPE)) }),
    data: z.array(zhikuCategory),
  }),
});
