import { z } from "zod";
import { author } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { ownedCounts } from "#app/contract/kind-counts";

const token = z
  .string({ error: "请粘贴收到的认领链接" })
  .trim()
  .min(20, "请粘贴收到的认领链接，要整条")
  .max(200, "请粘贴收到的认领链接");

/** Beyond the 142 specified calls: taking over an author created by an import, by a link from staff (认领). */
export const handoverApi = {
  look: endpoint({
    method: "POST",
    path: "/api/ext/handover/look",
    summary: "一个认领链接是谁的、有多少内容，以及我认领以后是谁；什么也不改",
    body: z.object({ token }),
    data: z.object({
      author,
      counts: ownedCounts,
      /**
       * `login`: nobody is logged in. `become`: the account is new and becomes the author, keeping the author's name
       * and URL. `join`: everything of the author's is moved to the account, which keeps its own name.
       */
      way: z.enum(["login", "become", "join"]),
    }),
  }),
  take: endpoint({
    method: "POST",
    path: "/api/ext/handover",
    auth: "user",
    summary: "用一个认领链接认领导入的作者；链接只能用一次",
    body: z.object({ token, way: z.enum(["become", "join"]) }),
    data: z.object({ userId: z.number() }),
  }),
};
