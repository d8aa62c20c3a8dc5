import { notFound } from "#app/server/page-error.server";
import type { WrittenKind } from "./editor-values";

const KINDS: readonly string[] = ["question", "article", "answer"] satisfies WrittenKind[];

/** The kind that an address names. @throws Response: 404 */
export function writtenKind(text: string | null | undefined): WrittenKind {
  if (!text || !KINDS.includes(text)) throw notFound();
  return text as WrittenKind;
}
