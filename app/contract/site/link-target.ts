import { z } from "zod";

/** Target of an operator's link: a path of the site (`/about`), or a web or mail URL. */
export const linkTarget = z
  .string({ error: "链接不能为空" })
  .trim()
  .min(1, "链接不能为空")
  .max(500, "链接不能超过500个字")
  .refine(isLinkTarget, "链接要以 / 开头（本站的页面），或是 https:// 开头的完整地址");

/** Browsers treat a backslash like a slash, so something that looks like a path may name a host. */
function isLinkTarget(value: string): boolean {
  if (/[\s\\]/.test(value)) return false;
  if (value.startsWith("/")) return !value.startsWith("//");
  if (/^mailto:[^@]+@[^@]+$/i.test(value)) return true;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === "" && password === "";
}
