import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { countHit, findWord } from "./find-word";

const REFUSED = "含有不适合发布的信息，请修改";

/**
 * Refuses text between two members that staff don't review: words that would require a review are refused like
 * forbidden ones.
 * @param texts by field
 * @throws BusinessError CONTENT_REJECTED with `data.fields`
 */
export async function refuseWords(
  services: Pick<Services, "words" | "cached" | "db">,
  texts: Record<string, readonly string[]>,
): Promise<void> {
  for (const [field, parts] of Object.entries(texts)) {
    const found = await findWord(services, ...parts);
    if (!found) continue;
    await countHit(services.db, found);
    throw new BusinessError("CONTENT_REJECTED", undefined, { fields: { [field]: REFUSED } });
  }
}
