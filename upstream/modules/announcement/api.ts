import { type AnnouncementSummary, announcementApi } from "#app/contract/content/announcement";
import type { Call } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { findAnnouncement, findNeighbours, listAnnouncements } from "./queries";

type SummaryRow = { id: number; title: string; excerpt: string; created_at: string };

const summaryView = (row: SummaryRow): AnnouncementSummary => ({
  id: row.id,
  title: row.title,
  excerpt: row.excerpt,
  createdAt: row.created_at,
});

/** Loads an announcement as readers see it. @throws BusinessError NOT_FOUND */
export async function readAnnouncement({ db, dependsOn }: Call, id: number) {
  // The list is a dependency because the neighbours come from it.
  dependsOn(`announcement/${id}`, "announcements");
  const row = found(await findAnnouncement(db, id));
  return { ...summaryView(row), contentHtml: row.content_html, ...(await findNeighbours(db, row)) };
}

export const announcement = implement(announcementApi, {
  get: ({ params }, call) => readAnnouncement(call, params.id),

  async list({ query: { page, pageSize } }, { db, cached, dependsOn }) {
    const make = async () => {
      const { total, rows } = await listAnnouncements(db, { page, pageSize });
      return { list: rows.map(summaryView), total, page, pageSize };
    };
    // Page 1 is cached because it is shown beside the home feed.
    if (page === 1) return cached(`announcements/${pageSize}`, ["announcements"], make);
    dependsOn("announcements");
    return make();
  },
});
