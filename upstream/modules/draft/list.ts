import { isPart, type Part } from "#app/contract/parts";
import type { ListedDraft } from "#app/contract/writing/draft";
import { draftTargets, parseDraftTarget } from "#app/contract/writing/draft-targets";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { findPlaces, type WantedPlace } from "#upstream/modules/content/places";
import { placeOfHeld } from "#upstream/modules/review/places";
import { listUnpublished } from "#upstream/modules/review/queries";
import { type DraftRow, listDrafts } from "./queries";
import { draftView } from "./view";

/** Maximum characters of a draft's excerpt in a list. */
const EXCERPT_LENGTH = 80;
/** Characters of a draft from which its excerpt is made. */
const EXCERPT_SOURCE = 1_000;

/** Kind of a draft, and the text that it changes or answers; null for a new question or article. */
type Purpose = { kind: WrittenKind; about: Omit<WantedPlace<string>, "key"> | null };

/**
 * Somebody's drafts, last saved first, each with what it belongs to. One of a part that is switched off has no editor, and
 * comes with its text, like one whose question is gone.
 */
export async function listedDrafts(
  { db, markdown }: { db: Db } & Pick<Services, "markdown">,
  userId: number,
  off: readonly Part[],
): Promise<ListedDraft[]> {
  const rows = await listDrafts(db, userId);
  const held = await heldPurposes(db, userId, rows);
  const purposes = new Map(rows.map(({ target }) => [target, held.get(target) ?? purposeOf(target)]));
  const wanted = [...purposes].flatMap(([key, purpose]) => (purpose?.about ? [{ key, ...purpose.about }] : []));
  const places = await findPlaces(db, wanted);
  return rows.map((row) => {
    const { fields, ...draft } = draftView(row);
    const purpose = purposes.get(row.target);
    const place = places.get(row.target);
    // The kind of a held text that is gone is unknown.
    const kind = purpose?.kind ?? "question";
    const isOff = isPart(kind) && off.includes(kind);
    const isStranded = !purpose || isOff || (purpose.about !== null && !place);
    const plain = markdown.plain(fields.content.slice(0, EXCERPT_SOURCE)).replace(/\s+/g, " ").trim();
    return {
      ...draft,
      kind,
      title: fields.title || (place?.title ?? ""),
      excerpt: [...plain].slice(0, EXCERPT_LENGTH).join(""),
      questionId: kind === "answer" ? (place?.questionId ?? place?.id ?? null) : null,
      stranded: isStranded ? fields.content : null,
    };
  });
}

/** Purpose of a draft by its target; undefined for a change of a held text, whose kind only that knows. */
function purposeOf(target: string): Purpose | undefined {
  const place = parseDraftTarget(target);
  switch (place?.is) {
    case "new":
      return { kind: place.kind, about: null };
    case "answer":
      return { kind: "answer", about: { kind: "question", targetId: place.questionId } };
    case "change":
      return { kind: place.kind, about: { kind: place.kind, targetId: place.id } };
  }
  return undefined;
}

/** Purposes of drafts that change texts in review, by target. */
async function heldPurposes(db: Db, userId: number, rows: readonly DraftRow[]): Promise<Map<string, Purpose>> {
  const ids = rows.flatMap(({ target }) => {
    const place = parseDraftTarget(target);
    return place?.is === "held" ? [place.id] : [];
  });
  const purposes = new Map<string, Purpose>();
  if (ids.length === 0) return purposes;
  for (const row of await listUnpublished(db, userId, ids)) {
    if (row.kind !== "comment") purposes.set(draftTargets.held(row.id), { kind: row.kind, about: placeOfHeld(row) });
  }
  return purposes;
}
