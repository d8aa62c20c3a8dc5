/** States of a submission, with the console's labels; the last ones are for sign-ups. */
export const SUBMISSION_STATES = {
  new: "未处理",
  handled: "已处理",
  in: "已录取",
  waiting: "候补",
  refused: "未录取",
  came: "已到场",
  withdrawn: "已撤回",
} as const;

export type SubmissionState = keyof typeof SUBMISSION_STATES;
/** All states, in the console's order. */
export const submissionStates = Object.keys(SUBMISSION_STATES) as [SubmissionState, ...SubmissionState[]];

/** Maximum submissions changed at a time. */
export const SUBMISSIONS_MAX = 200;
