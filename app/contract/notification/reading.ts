import { z } from "zod";
import { nothing } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** Call by which a member reads a single notification. */
export const notificationReadingApi = {
  read: endpoint({
    method: "POST",
    path: "/api/ext/news/read",
    auth: "user",
    summary: "把一条通知（列表里的一组）设为已读；群发的消息连同更早的一起",
    body: z.object({ id: z.number().int() }),
    data: nothing,
  }),
};
