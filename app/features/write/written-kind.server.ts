import { kindsWith } from "#app/contract/kinds";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { notFound } from "#app/server/errors/page-error.server";

/** The kind named in a URL. @throws Response: 404 */
export function writtenKind(text: string | null | undefined): WrittenKind {
  const known = kindsWith("drafted").find((kind) => kind === text);
  if (!known) throw notFound();
  return known;
}
