import type { z } from "zod";
import type { articleFields } from "#app/contract/article";
import type { Services } from "#upstream/call/context";
import { prepareWritten, type WrittenText } from "#upstream/modules/content/written-text";
import { findCover, requireClassification } from "./choices";

type Needed = Pick<Services, "db" | "objects" | "site" | "markdown" | "clock" | "search">;

/**
 * An article as its author sent it, with what they chose looked up.
 * @param articleId number of the article that is changed; null for a new one
 * @throws BusinessError INVALID_PARAMS when the classification or the cover is not there
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
