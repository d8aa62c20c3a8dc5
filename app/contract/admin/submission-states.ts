/** States of what somebody sent in of a form, in the words of the console; the last ones are for sign-ups. */
export const SUBMISSION_STATES = {
  new: "未处理",
  handled: "已处理",
  in: "已录取",
  waiting: "候补",
  refused: "未录取",
  came: "已到场",
} as const;

export type SubmissionState = keyof typeof SUBMISSION_STATES;
/** Every state, in the order of the console. */
export const submissionStates = Object.keys(SUBMISSION_STATES) as [SubmissionState, ...SubmissionState[]];

/** Answers that are changed at once. */
export const SUBMISSIONS_MAX = 200;
