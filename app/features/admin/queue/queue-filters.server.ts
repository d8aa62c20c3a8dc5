import { reportState } from "#app/contract/admin/review/report";
import { heldKind } from "#app/contract/moderation/review";
import { reportedKind } from "./decide-reported.server";

/** Filters of the review queue in a request's URL; unknown values are left out. */
export function reviewFilterOf({ url }: Request) {
  const given = new URL(url).searchParams;
  return {
    kind: heldKind.safeParse(given.get("kind")).data,
    member: given.get("member") === "new" ? ("new" as const) : undefined,
    sort: given.get("sort") === "age" ? ("age" as const) : undefined,
  };
}

/** Filters of the reports in a request's URL; unknown values are left out. */
export function reportFilterOf({ url }: Request) {
  const given = new URL(url).searchParams;
  const state = reportState.safeParse(given.get("state")).data;
  return {
    state: state === "open" ? undefined : state,
    kind: reportedKind(given.get("kind")),
    sort: given.get("sort") === "age" ? ("age" as const) : undefined,
  };
}
