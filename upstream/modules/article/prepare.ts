import type { z } from "zod";
import type { articleFields } from "#app/contract/article";
import type { Services } from "#upstream/call/context";
import { findCover, requireClassification } from "./choices";
import { type PreparedArticle, prepareArticle } from "./write";

type Needed = Pick<Services, "db" | "objects" | "config" | "markdown" | "clock">;

/**
 * An article as its author sent it, with what they chose looked up.
 * @throws BusinessError INVALID_PARAMS when the classification or the cover is not there
 */
export async function prepareSentArticle(
  services: Needed,
  { coverUrl, ...fields }: z.output<typeof articleFields> & { authorId: number },
): Promise<PreparedArticle> {
  await requireClassification(services, fields.classificationId);
  const cover = await findCover(services, coverUrl);
  return prepareArticle(services, { ...fields, cover });
}
