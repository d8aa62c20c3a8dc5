import { z } from "zod";
import { id, nothing } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";

/** Calls on a member's own submission of a form that accepts one per person. */
export const ownSubmissionApi = ofPart("form", {
  withdraw: endpoint({
    method: "POST",
    path: "/api/ext/form/withdraw",
    auth: "user",
    summary: "撤回自己的答卷，之后可以再填：报名在活动开始之前，名额给候补的第一位；其他在表单截止之前",
    /** `id`: the form's. */
    body: z.object({ id }),
    data: nothing,
  }),
});
