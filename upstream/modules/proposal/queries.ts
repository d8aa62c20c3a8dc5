import type { ProposalKind, ProposalWords } from "#app/contract/proposal";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";
import { fromColumns } from "#upstream/modules/content/editor-columns";
import { findSource } from "#upstream/modules/content/source";
import { findPiece, type Piece } from "#upstream/modules/history/queries";

/** A text by its kind and number. */
export type Place = { kind: ProposalKind; id: number };
/** A published text with all that its editor has. */
export type ProposalText = Piece & { fields: ProposalWords & Record<string, unknown> };

/** A text of which a change may be suggested. @throws BusinessError NOT_FOUND for what readers can't read */
export async function findText(db: Db, { kind, id }: Place): Promise<ProposalText> {
  const piece = await findPiece(db, { kind, id });
  const row = found(await findSource(db, kind, id));
  return { ...piece, fields: fromColumns(kind, row as never) as ProposalText["fields"] };
}

/** Words of a text that a reader may suggest others for. */
export const wordsOf = ({ title, content }: ProposalWords): ProposalWords =>
  title === undefined ? { content } : { title, content };

/** Whether two texts say the same; white space around them says nothing. */
export const isSame = (one: ProposalWords, other: ProposalWords): boolean =>
  (one.title ?? "").trim() === (other.title ?? "").trim() && one.content.trim() === other.content.trim();

const proposals = (db: Db) =>
  db.selectFrom("proposals as p").innerJoin("users as u", "u.id", "p.user_id").selectAll("p").select(AUTHOR_COLUMNS);

/** One that somebody's on a text still waits; undefined for none. */
export const findWaiting = (db: Db, userId: number, { kind, id }: Place) =>
  db
    .selectFrom("proposals")
    .select(["id", "words_after", "reason"])
    .where("kind", "=", kind)
    .where("item_id", "=", id)
    .where("user_id", "=", userId)
    .where("state", "=", "open")
    .executeTakeFirst();

/** A suggestion with its text. @throws BusinessError NOT_FOUND for who neither suggested it nor wrote the text */
export async function findProposal(db: Db, id: number, viewerId: number) {
  const row = found(await proposals(db).where("p.id", "=", id).executeTakeFirst());
  const source = await findText(db, { kind: row.kind, id: row.item_id });
  const mine = row.user_id === viewerId;
  if (!mine && source.author_user_id !== viewerId) throw new BusinessError("NOT_FOUND");
  const [before, after] = [row.words_before, row.words_after].map((words) => fromJson<ProposalWords>(words));
  return { row, source, mine, before: before as ProposalWords, after: after as ProposalWords };
}
