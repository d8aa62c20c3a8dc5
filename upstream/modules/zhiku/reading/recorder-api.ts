import { zhikuUserRecorderApi } from "#app/contract/zhiku/user-recorder";
import { implement } from "#upstream/call/implement";
import { show } from "#upstream/call/shown";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { zhikuListedView } from "#upstream/modules/zhiku/content/view";
import { readingsOf } from "./queries";
import { withStandings } from "./standings";

export const zhikuUserRecorder = implement(zhikuUserRecorderApi, {
  async list({ query: { page, pageSize } }, call) {
    const { userId } = call.viewer;
    const [{ total, rows }, tree] = await Promise.all([
      readingsOf(call.db, { userId, page, pageSize }),
      categoryTree(call),
    ]);
    const listed = await withStandings(call, tree, rows);
    const list = listed.map((row) => ({
      content: show(call, zhikuListedView(row, tree)),
      position: { percent: row.percent, anchor: row.anchor, version: row.version },
      readAt: row.read_at,
    }));
    return { list, total, page, pageSize };
  },
});
