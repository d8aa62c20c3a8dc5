import type { SitemapKind } from "#app/contract/ext";
import { hasTrait } from "#app/contract/kinds";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/server-paths";
import { encodeId } from "#app/server/short-id.server";

/** The page of a thing, by its kind and its number. What members write in an editor is addressed by short ids. */
export function pagePath(kind: SitemapKind, id: number): string {
  if (kind === "user") return paths.writtenBy("answer", id);
  if (kind === "zhiku") return paths.zhikuArticle(encodeId(id));
  return hasTrait(kind, "drafted") ? paths[kind](encodeId(id)) : paths[kind](id);
}

/** An answer on the page of its question; without the question's number, an address that leads there. */
export const answerPath = (id: number, questionId: number | null): string =>
  questionId === null ? serverPaths.answer(id) : paths.question(encodeId(questionId), encodeId(id));
