import { z } from "zod";
import { id } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** Calls that say into what something was merged. */
export const mergedApi = {
  question: endpoint({
    method: "GET",
    path: "/api/ext/question/merged",
    summary: "一个问题并入了哪一个；没有并入别处的为空",
    query: z.object({ id }),
    data: z.object({ id: z.number().nullable() }),
  }),
  person: endpoint({
    method: "GET",
    path: "/api/ext/user/merged",
    summary: "一个人并入了谁；没有并入别人的为空",
    query: z.object({ id }),
    data: z.object({ id: z.number().nullable() }),
  }),
};
