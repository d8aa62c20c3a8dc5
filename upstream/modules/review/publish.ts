import { z } from "zod";
import { text } from "#app/contract/common";
import { COMMENT_MAX } from "#app/contract/limits";
import type { draftFields } from "#app/contract/writing/draft";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import type { Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { parseInput } from "#upstream/call/parse-input";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { findEditedComment, updateComment } from "#upstream/modules/comment/edit";
import { type CommentFields, createComment } from "#upstream/modules/comment/write";
import { type StoredFields, shownTexts } from "#upstream/modules/content/editor-columns";
import { findSource } from "#upstream/modules/content/source";
import { baseVersionOf } from "./newer-text";
import type { ReviewRow } from "./queries";
import { heldFields } from "./view";
import { sentSchema, writerOf } from "./writers";

/** A held text that is ready to be published. */
export type ReadyText = {
  /** Fields of the held text, as stored. */
  fields: object;
  /** All texts that will be shown, by editor field; the reason of a change is one of them. */
  texts: Record<string, readonly string[]>;
  /**
   * Publishes it.
   * @throws BusinessError NOT_FOUND if what it belongs to, or what it changes, is gone; CONFLICT if what it changes is
   * newer than the version that it is based on
   */
  write(trx: Db): Promise<{ id: number }>;
};

type Held = Pick<ReviewRow, "kind" | "author_id" | "target_id" | "fields">;

/** A comment's text under the name that editors use. */
const commentWords = z.object({ content: text("评论", { min: 1, max: COMMENT_MAX }) });

/**
 * Prepares a held text for publication, optionally with edited fields.
 * @param words editor fields; a comment's text is in `content`
 * @throws BusinessError INVALID_PARAMS with `data.fields` if they are invalid for the kind
 */
export function prepareHeld(services: Services, held: Held, words: Words = heldFields(held)): Promise<ReadyText> {
  const { kind } = held;
  return kind === "comment" ? prepareComment(services, held, words) : prepareHeldText(services, kind, held, words);
}

type Words = z.output<typeof draftFields>;

/** Additional fields of a held text: the reason for a change, an answer's question. */
type Beside = { reason?: string; questionId?: number };

async function prepareHeldText<K extends WrittenKind>(
  services: Services,
  kind: K,
  held: Held,
  words: Words,
): Promise<ReadyText> {
  const { author_id: authorId, target_id: id, fields: stored } = held;
  const base = baseVersionOf(held);
  const { reason = "", questionId } = fromJson<Beside>(stored);
  const writer = writerOf(kind);
  const fields = parseInput(sentSchema(kind), words) as StoredFields<K>;
  const text = await writer.prepare(services, { ...fields, authorId }, id);
  return {
    fields: { ...fields, questionId, reason, version: base ?? undefined },
    texts: { ...shownTexts(kind, text), ...(id === null ? {} : { reason: [reason] }) },
    async write(trx) {
      if (id === null) return writer.insert(trx, services, { ...text, questionId });
      const version = base ?? found(await findSource(trx, kind, id)).version;
      return writer.update(trx, services, { id, version, reason, text });
    },
  };
}

async function prepareComment(services: Services, held: Held, { content }: Words): Promise<ReadyText> {
  const { author_id: authorId, target_id: id, fields: stored } = held;
  const base = baseVersionOf(held);
  const place = fromJson<Omit<CommentFields, "authorId" | "text">>(stored);
  const words = parseInput(commentWords, { content });
  const fields = { ...place, text: words.content };
  return {
    fields,
    texts: { content: [words.content] },
    async write(trx) {
      if (id === null) return createComment(trx, services, { ...fields, authorId });
      const version = base ?? (await findEditedComment(trx, id)).version;
      return updateComment(trx, services, { id, version, authorId, text: fields.text });
    },
  };
}
