import { z } from "zod";
import { id, nothing } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";

/** Calls on a member's own submissions of forms. */
export const ownSubmissionApi = ofPart("form", {
  withdraw: endpoint({
    method: "POST",
    path: "/api/ext/form/withdraw",
    auth: "user",
    summary: "撤回自己的一份答卷，之后可以再填：报名在活动开始之前，名额给候补的第一位；其他在表单截止之前",
    /** `id`: the form's; `submission`: from its `own`. */
    body: z.object({ id, submission: id }),
    data: nothing,
  }),
});
