import type { ActivitySummary } from "#app/contract/content/activity";
import { type Bit, imageFrom } from "#upstream/db/schema/columns";
import { placedView } from "#upstream/modules/content/featured";
import { stateOf } from "./rules";

/** Columns for an activity in a list. */
export type ActivitySummaryRow = {
  id: number;
  title: string;
  excerpt: string;
  cover: string | null;
  city: string;
  starts_at: string;
  ends_at: string;
  featured: Bit;
  pinned?: boolean;
};

/** Maps an activity for lists, with its state at `now` (ISO 8601). */
export function activitySummaryView(row: ActivitySummaryRow, now: string): ActivitySummary {
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    cover: imageFrom(row.cover),
    city: row.city,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: stateOf(row, now),
    ...placedView(row),
  };
}
