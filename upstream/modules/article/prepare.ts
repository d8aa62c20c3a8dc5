import type { z } from "zod";
import type { articleFields } from "#app/contract/content/article";
import type { Services } from "#upstream/call/context";
import { prepareWritten, type WrittenText } from "#upstream/modules/content/written-text";
import { findCover, requireClassification } from "./choices";

type Needed = Pick<Services, "db" | "objects" | "site" | "markdown" | "clock" | "search">;

/**
 * Validates and resolves an article's classification and cover.
 * @param articleId id of the article that is changed; null for a new one
 * @throws BusinessError INVALID_PARAMS if the classification or the cover does not exist
 */
export async function prepareSentArticle(
  services: Needed,
  { coverUrl, ...fields }: z.output<typeof articleFields> & { authorId: number },
  articleId: number | null = null,
): Promise<WrittenText<"article">> {
  await requireClassification(services, fields.classificationId, articleId);
  const cover = await findCover(services, coverUrl);
  return prepareWritten(services, "article", { ...fields, cover });
}
