import { z } from "zod";

/** Marks that staff give a thing, as lists and pages show them. */
export const placedFields = {
  /** 置顶: it stands above the others of this list; never said of a thing by itself. */
  pinned: z.boolean().optional(),
  /** 精华: staff have singled it out. */
  featured: z.boolean().default(false),
};
