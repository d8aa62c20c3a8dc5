import type { z } from "zod";
import { extContract, siteContract } from "#app/contract";
import type { WrittenKind } from "#app/contract/editor-fields";
import type { Endpoint } from "#app/contract/endpoint";

type Written = z.ZodType<{ id: number }>;
type Fields = z.ZodType<unknown, Record<string, unknown>>;

/** Calls that publish what was written, or a change of it. */
export type WriteCalls = {
  create: Endpoint<undefined, undefined, Fields, Written>;
  update: Endpoint<undefined, undefined, Fields, Written>;
};

const NOUNS = { ...siteContract, ...extContract };

/** The calls behind the editor of each kind: those of the noun of its name. */
export const EDITOR_CALLS: Pick<typeof NOUNS, WrittenKind> = NOUNS satisfies Record<
  WrittenKind,
  WriteCalls & { init: Endpoint; remove: Endpoint }
>;
