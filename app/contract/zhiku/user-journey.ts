import { z } from "zod";
import { count, id, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";

/** A member's reading progress in a document. */
export const readingPosition = z.object({
  /** 0 to 100. */
  percent: z.number().int().min(0).max(100),
  /** Anchor of the nearest heading above; null before the first. */
  anchor: z.string().max(200).nullable(),
  /** The version that was read; an anchor of another version may not exist. */
  version: count,
});
export type ReadingPosition = z.output<typeof readingPosition>;

/** Calls for members' reading positions. */
export const zhikuUserJourneyApi = ofPart("zhiku", {
  open: endpoint({
    method: "POST",
    path: "/api/pro/user-journey",
    auth: "user",
    summary: "开始阅读一篇文档，得到记录号与上次读到的位置；设备取自 X-Device",
    body: z.object({ contentId: id }),
    /** `last` is null on the first visit. */
    data: z.object({ id: z.number(), last: readingPosition.extend({ readAt: time }).nullable() }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/pro/user-journey",
    auth: "user",
    summary: "更新自己的阅读进度",
    body: readingPosition.extend({ id }),
    data: readingPosition.extend({ id: z.number() }),
  }),
});
