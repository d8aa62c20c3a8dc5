import { z } from "zod";
import { id, idOrNull, nothing } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** Beyond the 142 specified calls: accepting an answer (采纳). */
export const acceptApi = {
  set: endpoint({
    method: "PUT",
    path: "/api/ext/accept",
    auth: "user",
    summary: "采纳自己问题下的一个回答；answerId 为 null 时取消采纳",
    body: z.object({ questionId: id, answerId: idOrNull }),
    data: nothing,
  }),
};
