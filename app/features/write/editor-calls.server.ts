import type { z } from "zod";
import { extContract, siteContract } from "#app/contract";
import type { Endpoint } from "#app/contract/endpoint";
import type { WrittenKind } from "#app/contract/writing/editor-fields";

type Written = z.ZodType<{ id: number }>;
type Fields = z.ZodType<unknown, Record<string, unknown>>;

/** Calls that publish a new text or a change. */
export type WriteCalls = {
  create: Endpoint<undefined, undefined, Fields, Written>;
  update: Endpoint<undefined, undefined, Fields, Written>;
};

const NOUNS = { ...siteContract, ...extContract };

/** The calls of each kind's editor: those of the noun with its name. */
export const EDITOR_CALLS: Pick<typeof NOUNS, WrittenKind> = NOUNS satisfies Record<
  WrittenKind,
  WriteCalls & { init: Endpoint; remove: Endpoint }
>;
