import { type EditWords, historyApi, type TextEdit } from "#app/contract/writing/history";
import type { Call } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { fromJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { authorView } from "#upstream/modules/author/author";
import { requireOwn } from "#upstream/modules/content/own";
import { setHidden } from "#upstream/modules/content/text-versions";
import { pageKeyOf } from "#upstream/modules/content/version-keys";
import { limitedWrite } from "#upstream/policy/limited-write";
import { type EditRow, editsOf, findPiece, type Piece, type VersionedText } from "./queries";

export const history = implement(historyApi, {
  async list({ params }, call) {
    const piece = await shownPiece(call, params);
    const rows = await editsOf(call.db, params).orderBy("version", "desc").execute();
    return {
      title: piece.title,
      questionId: piece.question_id,
      author: authorView(piece),
      version: piece.version,
      mine: isOwn(call, piece),
      list: rows.map((row) => editView(row, piece, isOwn(call, piece))),
    };
  },

  async get({ params: { version, ...place } }, call) {
    const piece = await shownPiece(call, place);
    const mine = isOwn(call, piece);
    const withWords = editsOf(call.db, place).select("fields");
    const row = found(await withWords.where("version", "=", version).executeTakeFirst());
    const edit = editView(row, piece, mine);
    if (!edit.readable) throw new BusinessError("NOT_FOUND");
    let earlier = withWords.where("version", "<", version).orderBy("version", "desc").limit(1);
    if (!mine) earlier = earlier.where("withheld", "is", null);
    const before = await earlier.executeTakeFirst();
    const words = fromJson<EditWords>(row.fields);
    return {
      ...edit,
      contentHtml: await htmlOf(call, piece, { ...place, version }, words.content),
      words,
      before: before ? { version: before.version, words: fromJson<EditWords>(before.fields) } : null,
    };
  },

  hide: ({ body: { kind, id, version, hidden } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await requireOwn(trx, kind, id, userId);
      const piece = await findPiece(trx, { kind, id });
      const row = found(await editsOf(trx, { kind, id }).where("version", "=", version).executeTakeFirst());
      if (version === piece.version) throw new BusinessError("CONFLICT", "现在的版本谁都看得到；要改，请修改内容");
      if (row.withheld === "staff") throw new BusinessError("FORBIDDEN", "这个版本由管理员隐藏");
      if ((row.withheld === "author") === hidden) return null;
      await setHidden(trx, { kind, id, version }, hidden ? "author" : null);
      await bump(trx, [pageKeyOf({ kind, id, questionId: piece.question_id })]);
      return null;
    }),
});

const isOwn = ({ viewer }: Call, { author_user_id }: Piece): boolean => viewer?.userId === author_user_id;

/** The HTML of a version, from the cache: only the newest one is stored as HTML. */
const htmlOf = (
  call: Call,
  { question_id }: Piece,
  { kind, id, version }: VersionedText & { version: number },
  source: string,
) =>
  call.sharedPart(`history/get/${kind}/${id}/${version}`, async ({ markdown, dependsOn }) => {
    dependsOn(pageKeyOf({ kind, id, questionId: question_id }));
    return (await markdown.render(source)).html;
  });

/** A text whose history is shown; records the page's dependencies on the call. */
async function shownPiece(call: Call, { kind, id }: VersionedText): Promise<Piece> {
  const piece = await findPiece(call.db, { kind, id });
  call.dependsOn(pageKeyOf({ kind, id, questionId: piece.question_id }), `user/${piece.author_user_id}`);
  return piece;
}

function editView(row: EditRow, piece: Piece, mine: boolean): TextEdit {
  const { version, written_at, reason, author_id } = row;
  const hiddenBy = version === piece.version ? null : row.withheld;
  const readable = mine || hiddenBy === null;
  return {
    version,
    at: written_at,
    hiddenBy,
    readable,
    by: author_id === piece.author_user_id ? "author" : "staff",
    reason: readable ? reason : "",
  };
}
