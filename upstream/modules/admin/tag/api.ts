import { adminTagApi } from "#app/contract/admin/site/tag";
import type { StaffCall } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo, undoAlike } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { tidyTags } from "#upstream/modules/content/taggings";
import {
  addSynonym,
  findTag,
  hideTag,
  mergeTag,
  putTagRow,
  removeSynonym,
  renameTag,
  showTag,
  type TagChange,
  type TagRow,
  unmergeTag,
} from "#upstream/modules/taxonomy/change-tags";
import { continueMoves, findRunning } from "#upstream/modules/taxonomy/moves";
import type { Note } from "#upstream/policy/logged-write";
import { onlyTried, staffWrite } from "#upstream/policy/staff-write";
import { editedView, listTags } from "./queries";

const KIND = "tag";
/** Transactions within the request; the sweep does the rest. */
const AT_ONCE = 10;

/** Normalizes a tag's name. */
const tidy = (name: string): string => tidyTags([name])[0] ?? "";

const handlers: Handlers<typeof adminTagApi> = {
  list: ({ query }, { db }) => listTags(db, query),
  get: async ({ query: { name } }, { db }) => editedView(db, found(await findTag(db, tidy(name)))),

  rename: ({ body: { from: old, to: wanted, dryRun } }, call) => {
    const [from, to] = [tidy(old), tidy(wanted)];
    return changed(call, { name: from, dryRun }, async (trx, asked, note) => {
      const change = await renameTag(trx, asked, { from, to });
      noteChange(note, { action: "tag.rename", name: from, change, now: { name: to } });
      return change;
    });
  },

  merge: ({ body: { from: old, to: other, reason, dryRun } }, call) => {
    const [from, to] = [tidy(old), tidy(other)];
    return changed(call, { name: from, dryRun }, async (trx, asked, note) => {
      const change = await mergeTag(trx, asked, { from, to });
      noteChange(note, { action: "tag.merge", name: from, change, now: { name: to }, reason });
      return change;
    });
  },

  hide: ({ body: { name: asked, reason, dryRun } }, call) => {
    const name = tidy(asked);
    return changed(call, { name, dryRun }, async (trx, asked, note) => {
      const change = await hideTag(trx, asked, name);
      noteChange(note, { action: "tag.hide", name, change, now: { name, hidden: true }, reason });
      return change;
    });
  },

  async show({ body: { name: asked } }, call) {
    const name = tidy(asked);
    await staffWrite(call, async (trx, note) => {
      await showTag(trx, name);
      note({ action: "tag.show", kind: KIND, target: name, before: { hidden: true }, after: { hidden: false } });
    });
    if (!call.client.dryRun) await continueMoves(call, AT_ONCE);
    return { moving: (await findRunning(call.db, "tag", [name])) !== undefined };
  },

  addSynonym: ({ body }, call) =>
    staffWrite(call, async (trx, note) => {
      const [tag, synonym] = [tidy(body.tag), tidy(body.synonym)];
      const { before } = await addSynonym(trx, { tag, synonym });
      note({
        action: "tag.add-synonym",
        kind: KIND,
        target: tag,
        before: { row: before },
        after: { synonym },
      });
      return null;
    }),

  removeSynonym: ({ body }, call) =>
    staffWrite(call, async (trx, note) => {
      const synonym = tidy(body.synonym);
      const row = await removeSynonym(trx, synonym);
      const target = row.alias_of ?? synonym;
      note({ action: "tag.remove-synonym", kind: KIND, target, before: { synonym, row }, after: null });
      return null;
    }),
};

/** Starts a change of many items, and runs the part that the request waits for. */
async function changed(
  given: StaffCall,
  { name, dryRun }: { name: string; dryRun: boolean },
  work: (trx: Db, call: StaffCall, note: Note) => Promise<TagChange>,
) {
  const call = onlyTried(given, dryRun);
  const { touched, ended } = await staffWrite(call, (trx, note) => work(trx, call, note));
  if (ended || call.client.dryRun) return { touched, moving: false };
  await continueMoves(call, AT_ONCE);
  return { touched, moving: (await findRunning(call.db, "tag", [name])) !== undefined };
}

type Noted = {
  action: "tag.rename" | "tag.merge" | "tag.hide";
  name: string;
  change: TagChange;
  now: { name: string; hidden?: boolean };
  reason?: string;
};

function noteChange(note: Note, { action, name, change: { touched, move }, now, reason }: Noted): void {
  if (move === null) return;
  note({ action, kind: KIND, target: name, before: { name, touched }, after: { ...now, touched, move }, reason });
}

type KeptSynonym = { synonym: string; row: TagRow | null };

const UNDOS: Undos = {
  ...undoAlike(
    ["tag.rename", "tag.merge"],
    undo<unknown, { move: number }>((trx, _, { target, after }) => unmergeTag(trx, target, after.move)),
  ),
  "tag.hide": undo((trx, _, row) => showTag(trx, row.target)),
  "tag.show": undo(async (trx, call, row) => {
    await hideTag(trx, call, row.target);
  }),
  "tag.add-synonym": undo<Pick<KeptSynonym, "row">, Pick<KeptSynonym, "synonym">>(
    async (trx, _, { before, after, target }) => {
      await putTagRow(trx, { name: after.synonym, before: before.row, aliasNow: target });
    },
  ),
  "tag.remove-synonym": undo<KeptSynonym, null>(async (trx, _, { before: { synonym, row } }) => {
    await putTagRow(trx, { name: synonym, before: row, aliasNow: null });
  }),
};

export const adminTag = implement(adminTagApi, handlers, UNDOS);
