import Hashids from "hashids";
import type { TestUpstream } from "#tests/upstream/support/harness";
import { addStaff } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { production } from "./production";

export type Member = { id: number; token: string };
export type Article = { id: number; path: string };
type BusySite = { author: Member; members: Member[]; articles: Article[] };

/** Adds test data for several processes to a production site: an owner, an author with articles, and readers. */
export async function furnishBusySite(
  site: TestUpstream,
  counts: { members: number; articles: number },
): Promise<BusySite> {
  await addStaff(site, "owner");
  const newMember = async (name: string, n: number): Promise<Member> => {
    const id = await site.addUser(name, `8613900000${100 + n}`);
    return { id, token: await site.tokenOf(id) };
  };
  const author = await newMember("作者", 899);
  const members = await Promise.all(Array.from({ length: counts.members }, (_, n) => newMember(`读者${n}`, n)));
  const write = createWriter(site);
  const shortIds = new Hashids(production("").HASHID_SALT, 12);
  const articles: Article[] = [];
  for (let n = 0; n < counts.articles; n += 1) {
    const id = await write.article({ authorId: author.id, title: `文章${n}` });
    articles.push({ id, path: `/article/${shortIds.encode(id)}` });
  }
  return { author, members, articles };
}
