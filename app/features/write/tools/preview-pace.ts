import { previewCost } from "#app/contract/writing/preview-cost";

/** Milliseconds of rest after which the preview is updated. */
const REST = 400;
/** Milliseconds between two previews, for each that the former counts as; somebody who types on stays below the limit. */
const INTERVAL = 550;

/** Milliseconds until the preview is updated after a change, if the last one of a text of that length is so old. */
export const previewWait = ({ length, age }: { length: number; age: number }): number =>
  Math.max(REST, previewCost(length) * INTERVAL - age);
