import { z } from "zod";

/** Flags set by staff, as lists and pages show them. */
export const placedFields = {
  /** 置顶: pinned in this list; only set in lists. */
  pinned: z.boolean().optional(),
  /** 精华: featured by staff. */
  featured: z.boolean().default(false),
};
