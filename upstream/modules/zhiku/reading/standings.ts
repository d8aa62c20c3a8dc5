import type { Services, Viewer } from "#upstream/call/context";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import type { Standing } from "#upstream/modules/zhiku/content/view";
import { type Readable, type Reader, readerOf } from "#upstream/modules/zhiku/rights/reader";
import { percentsOf } from "./queries";

type Call = Pick<Services, "db" | "clock"> & { viewer: Viewer | null };
type Row = Readable & { id: number };

/**
 * Adds the viewer's access and progress to rows of documents: two queries per page, none for anonymous readers. @param
 * known progress that was already loaded
 */
export async function withStandings<R extends Row>(
  call: Call,
  tree: CategoryTree,
  rows: readonly R[],
  known?: Reader,
): Promise<(R & Standing)[]> {
  const { viewer } = call;
  const ids = rows.map(({ id }) => id);
  const [reader, percents] = await Promise.all([
    known ?? readerOf(call, viewer, tree),
    viewer ? percentsOf(call.db, viewer.userId, ids) : new Map<number, number>(),
  ]);
  return rows.map((row) => ({
    ...row,
    viewer: { denied: reader.denial(row), percent: percents.get(row.id) ?? null },
  }));
}
