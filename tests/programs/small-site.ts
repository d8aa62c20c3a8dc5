import { join } from "node:path";
import Hashids from "hashids";
import { createTestUpstream } from "#tests/upstream/support/harness";
import { addStaff } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { production } from "./production";

/** Creates a production site in a folder: an owner, an author with a token, and an article. */
export async function createSmallSite(folder: string, content: string) {
  const database = { kind: "sqlite" as const, file: join(folder, "shequ.db") };
  const upstream = await createTestUpstream({ config: { database, dataDir: folder } });
  await addStaff(upstream, "owner");
  const author = await upstream.addUser("作者", "8613900000001");
  const token = await upstream.tokenOf(author);
  const id = await createWriter(upstream).article({ authorId: author, title: "文章", content });
  await upstream.close();
  const path = `/article/${new Hashids(production(folder).HASHID_SALT, 12).encode(id)}`;
  return { token, article: { id, path } };
}
