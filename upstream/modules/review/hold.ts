import { nowIso, type Services } from "../../context";
import { toJson } from "../../db/columns";
import type { ReviewsTable } from "../../db/schema/reviews";
import { transact } from "../../db/transact";
import { BusinessError } from "../../http/errors";
import { spendAction } from "../../http/limited-write";
import type { Note } from "../../http/once";
import { removeDrafts } from "../draft/write";

/** What is about to be published. */
export type Submission = {
  kind: ReviewsTable["kind"];
  authorId: number;
  /** The body of the call; kept, if it is held, so that an operator can let it through as it is. */
  fields: object;
  /** All texts that will be shown, by the field that they come from. */
  texts: Record<string, readonly string[]>;
  /** The draft that it was written in. */
  draft: string | null;
};

const REJECTED = "含有不适合发布的信息，请修改";

/**
 * Lets a submission pass unless it has a sensitive word. One to be reviewed is kept, for an operator to decide.
 * @throws BusinessError CONTENT_REJECTED with `data.fields`, or CONTENT_HELD; RATE_LIMITED when much of one person waits
 */
export async function screen(
  services: Pick<Services, "words" | "db" | "clock">,
  { kind, authorId, fields, texts, draft }: Submission,
  note?: Note<never>,
): Promise<void> {
  const words: string[] = [];
  for (const [field, parts] of Object.entries(texts)) {
    const found = services.words.find(...parts);
    if (found?.action === "reject") {
      throw new BusinessError("CONTENT_REJECTED", undefined, { fields: { [field]: REJECTED } });
    }
    if (found) words.push(found.word);
  }
  const [word] = words;
  if (word === undefined) return;
  await transact(services.db, async (trx) => {
    await spendAction(trx, services, "hold", authorId);
    const created_at = nowIso(services);
    const row = { author_id: authorId, kind, word, created_at, decided_at: null, fields: toJson(fields) };
    await trx.insertInto("reviews").values(row).execute();
    if (draft !== null) await removeDrafts(trx, authorId, draft);
    await note?.(trx, { code: "CONTENT_HELD" });
  });
  throw new BusinessError("CONTENT_HELD");
}
