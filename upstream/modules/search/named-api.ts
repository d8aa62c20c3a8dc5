import { type NamedSort, searchNamedApi } from "#app/contract/reading/search-named";
import { implement } from "#upstream/call/implement";
import { showPage } from "#upstream/call/shown";
import { keysOf, type VersionKey } from "#upstream/db/versions";
import { authorView } from "#upstream/modules/author/author";
import { findNamed } from "./named-queries";

/** Version keys of the lists of each sort. */
const LISTS: Record<NamedSort, readonly VersionKey[]> = {
  activity: ["activities"],
  announcement: ["announcements"],
  user: ["users"],
  tag: ["articles", "questions"],
};

export const searchNamed = implement(searchNamedApi, {
  async list({ query: { kind, q, page, pageSize } }, call) {
    call.dependsOn(...LISTS[kind]);
    const found = await findNamed(call.db, { kind, q: q.replaceAll("\0", ""), page, pageSize });
    return showPage(call, { page, pageSize }, found, ({ id, name, text, count, at, ...row }) => ({
      data: { id, name, text, count, at, author: "author_user_id" in row ? authorView(row) : null },
      keys: kind === "user" ? keysOf("card/user", [id]) : kind === "tag" ? [] : keysOf(kind, [id]),
    }));
  },
});
