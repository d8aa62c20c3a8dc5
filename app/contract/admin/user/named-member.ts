import { z } from "zod";

/** A member in a filter: their number or full phone number; spaces, hyphens, full-width digits and a # are removed. */
export const namedMember = z
  .string()
  .transform((typed) => typed.normalize("NFKC").replace(/[\s#-]/g, ""))
  .pipe(z.string().regex(/^\d{1,15}$/, "请输入用户编号，或 11 位手机号"));
