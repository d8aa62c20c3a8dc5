import { z } from "zod";
import { author } from "./common";
import { endpoint } from "./endpoint";
import { ownedCounts } from "./kind-counts";

const token = z
  .string({ error: "请粘贴收到的认领链接" })
  .trim()
  .min(20, "请粘贴收到的认领链接，要整条")
  .max(200, "请粘贴收到的认领链接");

/** Beyond the 142 calls: by which whoever got a link from the staff takes over an author that an import made (认领). */
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
       * `login`: nobody is logged in. `become`: the account is a new one, and goes on as the author, with their name and
       * address. `join`: all of theirs becomes the account's, which keeps its own name.
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
