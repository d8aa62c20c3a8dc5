import { adminRewriteApi, type RewrittenKind } from "#app/contract/admin/content/rewrite";
import { draftFields } from "#app/contract/writing/draft";
import { EDITOR_FIELDS } from "#app/contract/writing/editor-fields";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { parseInput } from "#upstream/call/parse-input";
import { within } from "#upstream/call/within";
import type { Db } from "#upstream/db/dialect";
import { ownerOf, thingAt } from "#upstream/modules/admin/content/things";
import { decideEach } from "#upstream/modules/admin/list/decide-each";
import { prepareEarlier } from "#upstream/modules/admin/version/revert";
import { notifyAuthor, type Rewritten, undoRewritten } from "#upstream/modules/admin/version/rewritten";
import { shownClassifications } from "#upstream/modules/classification/shown-classifications";
import type { StoredFields } from "#upstream/modules/content/editor-columns";
import { findSource, sourceView } from "#upstream/modules/content/source";
import { sentSchema, writerOf } from "#upstream/modules/review/writers";
import { onlyTried, staffWrite } from "#upstream/policy/staff-write";
import { type Sorting, sortedFields } from "./sort-fields";

const ACTION = "content.rewrite";

type RewrittenText = { kind: RewrittenKind; id: number };
type Fields = Record<string, unknown>;

const handlers: Handlers<typeof adminRewriteApi> = {
  async get({ params: place }, { db }) {
    const { version, fields } = await storedAt(db, place);
    const { name, ...thing } = await thingAt(db, place);
    const { coverUrl: _, ...shown } = draftFields.parse(fields);
    return {
      ...shown,
      version,
      name,
      owner: ownerOf({ name, ...thing }),
      classifications: await choicesOf(db, place.kind),
    };
  },

  put: ({ body: { kind, id, version, reason, ...sent } }, call) =>
    staffWrite(call, async (trx, note) => {
      const place = { kind, id };
      const then = await storedAt(trx, place);
      if (then.version !== version) throw new BusinessError("CONFLICT");
      const { now, change } = await rewriteAndTell(trx, call, place, { then, sent, reason });
      if (now === version) throw invalid({ content: "和现在的一样，没有改动" });
      note(change);
      return { version: now };
    }),

  choices: ({ params }, { db }) => choicesOf(db, params.kind),

  async sort({ body: { items, reason, dryRun, ...sorting } }, call) {
    await refuseUnknown(call.db, items, sorting);
    const asked = onlyTried(call, dryRun);
    return decideEach(items, (place) =>
      staffWrite(asked, async (trx, note) => {
        const then = await storedAt(trx, place);
        const { now, change } = await rewriteAndTell(trx, asked, place, {
          then,
          sent: sortedFields(then.fields.tags as string[], sorting),
          reason,
        });
        if (now === then.version) throw new BusinessError("CONFLICT", "本来就是这样，没有改动");
        note(change);
      }),
    );
  },
};

export const adminRewrite = implement(adminRewriteApi, handlers, { [ACTION]: undoRewritten });

type Stored = { version: number; authorId: number; fields: Fields };

/** Loads a public text. @throws BusinessError NOT_FOUND */
async function storedAt(db: Db, { kind, id }: RewrittenText): Promise<Stored> {
  const row = found(await findSource(db, kind, id));
  const view: Fields = sourceView(kind, row);
  return { version: row.version, authorId: row.author_id, fields: pick(view, Object.keys(EDITOR_FIELDS[kind])) };
}

/** Refuses an unknown classification. @throws BusinessError INVALID_PARAMS */
async function refuseUnknown(
  db: Db,
  items: readonly Pick<RewrittenText, "kind">[],
  { classificationId }: Sorting,
): Promise<void> {
  if (!classificationId) return;
  for (const kind of new Set(items.map((item) => item.kind))) {
    if ((await choicesOf(db, kind)).some(({ id }) => id === classificationId)) return;
  }
  throw invalid({ classificationId: "请选择列表中的分类" });
}

type Change = { then: Stored; sent: Fields; reason: string };

/** Edits fields of a text and notifies its author with the reason. @returns the new version, and the log entry */
async function rewriteAndTell(trx: Db, call: StaffCall, place: RewrittenText, { then, sent, reason }: Change) {
  const { version, fields } = then;
  const now = await rewrite(trx, call, place, { ...then, fields: { ...fields, ...sent } });
  const written = now === version ? then : await storedAt(trx, place);
  const told = now === version ? [] : await notifyAuthor(trx, call, place, { what: "content-rewritten", reason });
  const changed = Object.keys(fields).filter((name) => !isSame(fields[name], written.fields[name]));
  const [before, after]: (Rewritten & Fields)[] = [
    { version, ...pick(fields, changed) },
    { version: now, ...pick(written.fields, changed), told },
  ];
  return { now, change: { action: ACTION, kind: place.kind, target: place.id, before, after, reason } as const };
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Saves a text with these fields, by the same functions as its author.
 * @returns the new version
 * @throws BusinessError INVALID_PARAMS with `data.fields`; CONFLICT if it was changed since
 */
async function rewrite<K extends RewrittenKind>(
  trx: Db,
  call: StaffCall,
  { kind, id }: { kind: K; id: number },
  { version, authorId, fields }: Stored,
): Promise<number> {
  const asked = { ...(parseInput(sentSchema(kind), fields) as StoredFields<K>), authorId };
  const text = await prepareEarlier(within(call, trx), kind, asked, { id, mayGo: ["picture"] });
  return (await writerOf(kind).update(trx, call, { id, version, text, by: call.viewer.userId })).version;
}

/** Classifications available for a text; empty if its kind has none. */
async function choicesOf(db: Db, kind: RewrittenKind): Promise<{ id: number; name: string }[]> {
  if (!("classificationId" in EDITOR_FIELDS[kind])) return [];
  return shownClassifications(db, kind as "article")
    .select(["id", "name"])
    .execute();
}
