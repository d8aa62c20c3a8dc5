import { z } from "zod";
import { filledIn, text } from "#app/contract/common";
import { phone } from "#app/contract/people/sms";
import { userRight } from "./rights";

/** Professional profile that a member fills in to use zhiku. */
export const zhikuProfileFields = z.object({
  name: text("姓名", { min: 1, max: 30 }),
  company: text("公司", { min: 1, max: 60 }),
  department: text("部门", { min: 1, max: 60 }),
  position: text("职位", { min: 1, max: 60 }),
  phone,
  email: z
    .string({ error: "请输入邮箱" })
    .trim()
    .min(1, "请输入邮箱")
    .max(254, "邮箱不能超过254个字符")
    .pipe(z.email("请输入正确的邮箱")),
});

/** The current member's professional profile; fields not filled in are empty. */
export const zhikuProfile = z.object({
  name: filledIn,
  company: filledIn,
  department: filledIn,
  position: filledIn,
  /** Unmasked: only its owner gets it. */
  phone: filledIn,
  email: filledIn,
  /** 1 if the operator has rejected it; ours says 0 otherwise, another upstream may distinguish more states. */
  rejected: z
    .int()
    .nullish()
    .transform((value) => value ?? 0)
    .pipe(z.int()),
  /** Empty unless rejected. */
  rejectReason: filledIn,
  /** Includes past and upcoming ones. */
  rights: z
    .array(userRight)
    .nullish()
    .transform((value) => value ?? [])
    .pipe(z.array(userRight)),
});
export type ZhikuProfile = z.output<typeof zhikuProfile>;

/** Profile of somebody who has filled in nothing. */
export const NO_PROFILE: ZhikuProfile = zhikuProfile.parse({});

/** A profile as a reply; another upstream may have null for one without anything filled in. */
export const zhikuProfileReply = zhikuProfile
  .nullish()
  .transform((value) => value ?? NO_PROFILE)
  // Its output is a profile without nulls, which is stricter than the input that the schema also takes.
  .pipe(zhikuProfile as z.ZodType<ZhikuProfile, ZhikuProfile>);

const REQUIRED = ["name", "company", "department", "position", "phone", "email"] as const;

/** Whether a profile gives access to zhiku: not rejected, and all six fields filled in. */
export function isProfileComplete(profile: Pick<ZhikuProfile, (typeof REQUIRED)[number] | "rejected">): boolean {
  return profile.rejected !== 1 && REQUIRED.every((field) => profile[field].trim() !== "");
}
