import { z } from "zod";
import { paged, pageQuery, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { zhikuListed } from "./content";
import { readingPosition } from "./user-journey";

/** A document in a member's reading history, once, with the last position. */
export const readingRecord = z.object({ content: zhikuListed, position: readingPosition, readAt: time });

/** Call for a member's reading history. */
export const zhikuUserRecorderApi = ofPart("zhiku", {
  list: endpoint({
    method: "GET",
    path: "/api/pro/user-recorder/list",
    auth: "user",
    summary: "我的阅读历史，最近读的在前",
    query: pageQuery,
    data: paged(readingRecord),
  }),
});
