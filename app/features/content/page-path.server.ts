import { hasTrait } from "#app/contract/kinds";
import type { SitemapKind } from "#app/contract/site/syndication";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";

/** Path of an item's page, by kind and id. Kinds that members write in an editor have short ids in URLs. */
export function pagePath(kind: SitemapKind, id: number): string {
  if (kind === "user") return paths.writtenBy("answer", id);
  if (kind === "zhiku") return serverPaths.zhikuArticle(encodeId(id));
  return hasTrait(kind, "drafted") ? paths[kind](encodeId(id)) : paths[kind](id);
}

/** Path of an answer on its question's page; without the question's id, one that redirects there. */
export const answerPath = (id: number, questionId: number | null): string =>
  questionId === null ? serverPaths.answer(id) : paths.question(encodeId(questionId), encodeId(id));
