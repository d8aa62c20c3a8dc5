import Hashids from "hashids";
import { expect } from "vitest";
import type { TestUpstream } from "#tests/upstream/support/harness";
import { addStaff } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { production } from "./production";

export type Member = { id: number; token: string };
export type Article = { id: number; path: string };
type BusySite = { author: Member; members: Member[]; articles: Article[] };

/** Adds test data for several processes to a production site: an owner, an author with articles, and readers. */
export async function furnishBusySite(
  upstream: TestUpstream,
  counts: { members: number; articles: number },
): Promise<BusySite> {
  await addStaff(upstream, "owner");
  const newMember = async (name: string, n: number): Promise<Member> => {
    const id = await upstream.addUser(name, `8613900000${100 + n}`);
    return { id, token: await upstream.tokenOf(id) };
  };
  const author = await newMember("作者", 899);
  const members = await Promise.all(Array.from({ length: counts.members }, (_, n) => newMember(`读者${n}`, n)));
  const write = createWriter(upstream);
  const shortIds = new Hashids(production("").HASHID_SALT, 12);
  const articles: Article[] = [];
  for (let n = 0; n < counts.articles; n += 1) {
    const id = await write.article({ authorId: author.id, title: `文章${n}` });
    articles.push({ id, path: `/article/${shortIds.encode(id)}` });
  }
  return { author, members, articles };
}

/**
 * Asserts that each acknowledged like of an article is stored once, and that the counters of articles agree.
 * @param acknowledged user id and article id of each, separated by a space
 */
export async function expectEachLikeOnce(
  { services: { db } }: TestUpstream,
  acknowledged: readonly string[],
): Promise<void> {
  const rows = await db
    .selectFrom("likes")
    .select(["user_id", "target_id"])
    .where("target_kind", "=", "article")
    .execute();
  const there = new Set(rows.map(({ user_id, target_id }) => `${user_id} ${target_id}`));
  expect(acknowledged.filter((each) => !there.has(each))).toEqual([]);
  expect(there.size, "each of them once").toBe(rows.length);
  const counted = await db.selectFrom("articles").select(["id", "like_count"]).execute();
  for (const { id, like_count } of counted) {
    expect(like_count, `article ${id}`).toBe(rows.filter(({ target_id }) => target_id === id).length);
  }
}
