import { sql } from "kysely";
import type { FigureRange } from "#app/contract/admin/desk/figures";
import type { Db } from "#upstream/db/dialect";
import { chinaDayStart } from "#upstream/text/china-time";

/** The zhiku documents opened most in a time range, with the number of opens and downloads. */
export async function readDocuments(db: Db, { from, to }: FigureRange, limit: number) {
  const [start, end] = [chinaDayStart(from), chinaDayStart(to, 1)];
  const { rows } = await sql<{ id: number; title: string; reads: number | string; downloads: number | string }>`
    select contents.id as id, contents.title as title, sum(used.reads) as reads, sum(used.downloads) as downloads
    from (
      select content_id, count(*) as reads, 0 as downloads from zhiku_journeys
      where opened_at >= ${start} and opened_at < ${end} group by content_id
      union all
      select content_id, 0, count(*) from zhiku_downloads
      where created_at >= ${start} and created_at < ${end} and use = 'download' group by content_id
    ) as used join zhiku_contents as contents on contents.id = used.content_id
    group by contents.id, contents.title
    order by reads desc, downloads desc, contents.id limit ${limit}`.execute(db);
  return rows.map(({ id, title, reads, downloads }) => ({
    id,
    title,
    reads: Number(reads),
    downloads: Number(downloads),
  }));
}
