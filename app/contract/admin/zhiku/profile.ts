import { z } from "zod";
import { author, count, cursorQuery, id, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { PROFILES_MAX, profileStates } from "./profile-states";

/** Professional profile of a member, as staff see it. */
const staffProfile = z.object({
  owner: author,
  name: z.string(),
  company: z.string(),
  department: z.string(),
  position: z.string(),
  /** Masked: 138****0000. */
  phone: z.string().nullable(),
  email: z.string(),
  state: z.enum(profileStates),
  /** Empty unless rejected. */
  rejectReason: z.string(),
  /** Time when its owner last changed it. */
  updatedAt: time,
  reviewedAt: time.nullable(),
});
export type StaffProfile = z.output<typeof staffProfile>;

const item = z.object({
  userId: id,
  /** Version that was read: a profile changed since is not decided on. */
  updatedAt: time,
  /** Last review that was read, null for none: a profile that a colleague has reviewed since is not decided on. */
  reviewedAt: time.nullable().optional(),
});
/** Profile to decide on. */
export type ProfileItem = z.output<typeof item>;

/** Calls on professional profiles. */
export const adminProfileApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/profile",
    permission: "profile.review",
    summary: "后台：职业信息；待审核的先来先看，审核过的新的在前",
    query: cursorQuery.extend({
      state: z.enum(profileStates).default("waiting"),
      /** Part of a name, company, address or nickname; or a member's number. */
      q: text("关键词", { max: 60 }).default(""),
    }),
    data: z.object({
      list: z.array(staffProfile),
      nextCursor: z.string().nullable(),
      /** Number of waiting ones, regardless of filters. */
      waiting: count,
    }),
  }),
  review: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/profile/review",
    permission: "profile.review",
    summary: "后台：通过或退回职业信息，并告诉本人；逐份作答",
    body: z
      .object({
        items: z.array(item).max(PROFILES_MAX, `一次至多处理 ${PROFILES_MAX} 份`),
        rejected: z.boolean(),
        reason: text("原因", { max: 200 }).default(""),
      })
      .refine(({ rejected, reason }) => !rejected || reason !== "", { path: ["reason"], message: "退回要写明原因" }),
    data: z.object({
      done: z.array(item),
      failed: z.array(item.extend({ code: z.string(), message: z.string() })),
    }),
    timeout: 60_000,
  }),
};
