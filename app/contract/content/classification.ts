import { z } from "zod";
import { count } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** A classification (分类) of articles or of cases. */
export const classification = z.object({ id: z.number(), name: z.string() });
export type Classification = z.output<typeof classification>;

const classificationList = z.array(classification.extend({ slug: z.string(), total: count }));

/** Calls on the classifications of articles and cases. */
export const classificationApi = {
  articleList: endpoint({
    method: "GET",
    path: "/api/classification/article/list",
    part: "article",
    summary: "文章分类",
    data: classificationList,
  }),
  caseList: endpoint({
    method: "GET",
    path: "/api/classification/case/list",
    part: "case",
    summary: "案例分类",
    data: classificationList,
  }),
};
