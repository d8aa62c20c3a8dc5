import type { z } from "zod";
import { answerApi } from "#app/contract/answer";
import { articleApi } from "#app/contract/article";
import type { WrittenKind } from "#app/contract/editor-fields";
import type { Endpoint } from "#app/contract/endpoint";
import { questionApi } from "#app/contract/question";

type Written = z.ZodType<{ id: number }>;
type Fields = z.ZodType<unknown, Record<string, unknown>>;

/** Calls that publish what was written, or a change of it. */
export type WriteCalls = {
  create: Endpoint<undefined, undefined, Fields, Written>;
  update: Endpoint<undefined, undefined, Fields, Written>;
};

/** The calls behind the editor of each kind. */
export const EDITOR_CALLS = { question: questionApi, article: articleApi, answer: answerApi } satisfies Record<
  WrittenKind,
  WriteCalls & { init: Endpoint; remove: Endpoint }
>;
