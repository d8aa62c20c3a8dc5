import type { ProposalKind, ProposalWords } from "#app/contract/writing/proposal";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";
import { fromColumns } from "#upstream/modules/content/editor-columns";
import { findSource } from "#upstream/modules/content/source";
import { findPiece, type Piece } from "#upstream/modules/history/queries";

/** A text by kind and id. */
export type ProposedText = { kind: ProposalKind; id: number };
/** A published text with its editor fields. */
export type ProposalText = Piece & { fields: ProposalWords & Record<string, unknown> };

/** A text to which changes may be proposed. @throws BusinessError NOT_FOUND if readers can't read it */
export async function findText(db: Db, { kind, id }: ProposedText): Promise<ProposalText> {
  const piece = await findPiece(db, { kind, id });
  const row = found(await findSource(db, kind, id));
  return { ...piece, fields: fromColumns(kind, row as never) as ProposalText["fields"] };
}

/** The parts of a text that a proposal may change. */
export const proposableWords = ({ title, content }: ProposalWords): ProposalWords =>
  title === undefined ? { content } : { title, content };

/** Whether two texts are equal up to surrounding white space. */
export const isSame = (one: ProposalWords, other: ProposalWords): boolean =>
  (one.title ?? "").trim() === (other.title ?? "").trim() && one.content.trim() === other.content.trim();

const proposals = (db: Db) =>
  db.selectFrom("proposals as p").innerJoin("users as u", "u.id", "p.user_id").selectAll("p").select(AUTHOR_COLUMNS);

/** Somebody's pending proposal for a text; undefined if none. */
export const findWaiting = (db: Db, userId: number, { kind, id }: ProposedText) =>
  db
    .selectFrom("proposals")
    .select(["id", "words_before", "words_after", "reason"])
    .where("kind", "=", kind)
    .where("item_id", "=", id)
    .where("user_id", "=", userId)
    .where("state", "=", "open")
    .executeTakeFirst();

/** A proposal with its text. @throws BusinessError NOT_FOUND for anybody but the proposer and the author */
export async function findProposal(db: Db, id: number, viewerId: number) {
  const row = found(await proposals(db).where("p.id", "=", id).executeTakeFirst());
  const source = await findText(db, { kind: row.kind, id: row.item_id });
  const mine = row.user_id === viewerId;
  if (!mine && source.author_user_id !== viewerId) throw new BusinessError("NOT_FOUND");
  const [before, after] = [row.words_before, row.words_after].map((words) => fromJson<ProposalWords>(words));
  return { row, source, mine, before: before as ProposalWords, after: after as ProposalWords };
}
