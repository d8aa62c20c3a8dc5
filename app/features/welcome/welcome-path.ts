import { withQuery } from "#app/paths";

/** Page of first steps of a new member; `next` is where one goes on to. */
export const welcomePath = (next?: string) => withQuery("/welcome", { next: next === "/" ? undefined : next });
