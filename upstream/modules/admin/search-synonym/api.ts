import { adminSearchSynonymApi } from "#app/contract/admin/site/search-synonym";
import { nowIso } from "#upstream/call/context";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import { refuseStale, stateVersion } from "#upstream/modules/admin/state-version";
import { changedSince } from "#upstream/policy/changed-since";
import { staffWrite } from "#upstream/policy/staff-write";
import { type Group, keepGroups, storedGroups, textOf } from "./groups";
import { readGroups } from "./read-groups";

/** Logged state: the whole list, and the rows that the other state lacks. */
type Kept = { text: string; rows: Group[] };

const CHANGED = "search-synonym.put";

const handlers: Handlers<typeof adminSearchSynonymApi> = {
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
};

const UNDOS: Undos = {
  [CHANGED]: undo<Kept, Kept>(async (trx, call, { before: first, after: last }) => {
    const now = await storedGroups(trx);
    if (textOf(now) !== last.text) throw changedSince();
    const added = new Set(last.rows.map(({ id }) => id));
    await keepGroups(trx, [...now.filter(({ id }) => !added.has(id)), ...first.rows], nowIso(call));
  }),
};

export const adminSearchSynonym = implement(adminSearchSynonymApi, handlers, UNDOS);
