import { ownSubmissionApi } from "#app/contract/content/own-submission";
import { implement } from "#upstream/call/implement";
import { withdrawSubmission } from "./withdraw";

export const ownSubmission = implement(ownSubmissionApi, {
  withdraw: ({ body: { id, submission } }, call) => withdrawSubmission(call, { formId: id, submissionId: submission }),
});
