import { adminSearchSynonymApi } from "#app/contract/admin/site/search-synonym";
import { nowIso } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { undoes } from "#upstream/modules/admin/audit/undo";
import { refuseStale, stateVersion } from "#upstream/modules/admin/state-version";
import { changedSince } from "#upstream/policy/changed-since";
import { staffWrite } from "#upstream/policy/staff-write";
import { type Group, keepGroups, storedGroups, textOf } from "./groups";
import { readGroups } from "./read-groups";

/** Logged state: the whole list, and the rows that the other state lacks. */
type Kept = { text: string; rows: Group[] };

const CHANGED = "search-synonym.put";

export const adminSearchSynonym = implement(adminSearchSynonymApi, {
  async get(_, { db }) {
    const text = textOf(await storedGroups(db));
    return { synonyms: text, version: stateVersion(text) };
  },

  put({ body: { synonyms, version } }, call) {
    const wanted = readGroups(synonyms);
    return staffWrite(call, async (trx, note) => {
      const before = textOf(await storedGroups(trx));
      refuseStale(before, version);
      const { added, removed } = await keepGroups(trx, wanted, nowIso(call));
      const kept = {
        before: { text: before, rows: removed },
        after: { text: textOf(await storedGroups(trx)), rows: added },
      };
      if (added.length + removed.length > 0) note({ action: CHANGED, kind: "search-synonym", target: "all", ...kept });
      return { added: added.length, removed: removed.length };
    });
  },
});

undoes(CHANGED, async (trx, call, { before, after }) => {
  const [first, last] = [before as Kept, after as Kept];
  const now = await storedGroups(trx);
  if (textOf(now) !== last.text) throw changedSince();
  const added = new Set(last.rows.map(({ id }) => id));
  await keepGroups(trx, [...now.filter(({ id }) => !added.has(id)), ...first.rows], nowIso(call));
});
