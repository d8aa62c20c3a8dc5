import { z } from "zod";
import { count, nothing, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { DRAFT_TARGET } from "./draft-targets";
import { EVERY_FIELD } from "./editor-fields";
import { fieldShape } from "./editor-schemas";

/** Kinds of text that are written in an editor. */
const writtenKind = z.enum(kindsWith("drafted"));

/** Distinguishes several new texts of one kind by one person; the first has none. */
export const draftSlot = z.string().regex(/^[a-z0-9]{8,20}$/);

/** Target of a draft: a new question or article, an answer to a question, or a change of a published or held text. */
export const draftTarget = z.string().max(60).regex(DRAFT_TARGET);

/**
 * `updatedAt` of the draft that is published, null for none: later ones of the same target are kept, unless they say
 * the same; absent: publishing deletes any draft of the target.
 */
export const knownDraftAt = time.nullable().optional();

/** Values of an editor, valid or not; they are only validated on publishing. */
export const draftFields = z.object(fieldShape(EVERY_FIELD, "draft"));

/** A member's draft of one text, as last saved. */
export const storedDraft = z.object({
  target: draftTarget,
  /** Version that the change is based on; 0 for a new text. */
  baseVersion: count,
  fields: draftFields,
  updatedAt: time,
});
export type StoredDraft = z.output<typeof storedDraft>;

/** A draft in a list. */
export const listedDraft = storedDraft.omit({ fields: true }).extend({
  kind: writtenKind,
  /** Its title; if it has none, that of the text that it changes or answers. */
  title: z.string(),
  excerpt: z.string(),
  /** Question of an answer; null for other kinds, or if it is gone. */
  questionId: z.number().nullable(),
  /** The whole text, if what it changes or answers is gone, so that no editor can open it; else null. */
  stranded: z.string().nullable(),
});
export type ListedDraft = z.output<typeof listedDraft>;

/** Beyond the 142 specified calls: drafts on the server, besides the browser's copy. Publishing deletes them. */
export const draftApi = {
  get: endpoint({
    method: "GET",
    path: "/api/ext/draft",
    auth: "user",
    summary: "某处的草稿，各版本中最新的一份；没有时为 null",
    query: z.object({ target: draftTarget }),
    data: storedDraft.nullable(),
  }),
  put: endpoint({
    method: "PUT",
    path: "/api/ext/draft",
    auth: "user",
    summary: "保存草稿；给了 knownAt 而存着的不是那一份时答 CONFLICT，data 是存着的草稿",
    body: storedDraft.omit({ updatedAt: true }).extend({
      baseVersion: count.default(0),
      /** `updatedAt` of the draft that the editor knows of, null for none; absent: overwrite any draft. */
      knownAt: time.nullable().optional(),
    }),
    data: z.object({ updatedAt: time }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/ext/draft",
    auth: "user",
    summary: "丢弃某处的草稿；给了 knownAt 而存着的不是那一份时答 CONFLICT，data 是存着的草稿",
    body: z.object({
      target: draftTarget,
      /** `updatedAt` of the draft that its author has seen, null for none; absent: discard any draft. */
      knownAt: time.nullable().optional(),
    }),
    data: nothing,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/ext/draft/list",
    auth: "user",
    summary: "我的草稿，新的在前，每处一份；stranded 是所改、所答的内容已经不在的那些的全文",
    data: z.array(listedDraft),
  }),
};
