import { z } from "zod";
import { count } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** Calls on tags, for readers. */
export const tagApi = {
  popular: endpoint({
    method: "GET",
    path: "/api/ext/tags",
    summary: "常用标签",
    data: z.array(z.object({ name: z.string(), total: count })),
  }),
  current: endpoint({
    method: "GET",
    path: "/api/ext/tag",
    summary: "一个名字如今是哪个标签；不再有的为空",
    query: z.object({ name: z.string().trim().min(1).max(200) }),
    data: z.object({ name: z.string().nullable() }),
  }),
};
