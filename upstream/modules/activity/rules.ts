import type { ActivityState } from "#app/contract/content/activity";

/** State of an activity at `now` (ISO 8601, like its own times). Its start is inclusive, its end exclusive. */
export function stateOf(activity: { starts_at: string; ends_at: string }, now: string): ActivityState {
  if (activity.ends_at <= now) return "over";
  return activity.starts_at <= now ? "running" : "upcoming";
}
