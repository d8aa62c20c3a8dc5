import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { countHit, findWord } from "./find-word";

const REFUSED = "含有不适合发布的信息，请修改";

/**
 * Refuses words between two members that nobody of the staff reads first: a word that asks for a review is refused like
 * one that nobody may publish.
 * @param texts by the field that they come from
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
