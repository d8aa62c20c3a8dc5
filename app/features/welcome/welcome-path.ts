import { withQuery } from "#app/paths";

/** First steps of a new member; `next` is where to continue. */
export const welcomePath = (next?: string) => withQuery("/welcome", { next: next === "/" ? undefined : next });
