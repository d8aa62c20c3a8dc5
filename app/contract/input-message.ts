import type { z } from "zod";

/** Message for a field whose schema has none. It names lengths and ranges, so that it is clear what would be valid. */
export function inputMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "不能为空";
  switch (issue.code) {
    case "too_small":
      return issue.origin === "number" && !issue.inclusive
        ? `必须大于 ${issue.minimum}`
        : `不能少于 ${issue.minimum}${unitOf(issue.origin)}`;
    case "too_big":
      return `不能超过 ${issue.maximum}${unitOf(issue.origin)}`;
    case "invalid_value":
    case "invalid_union":
      return "不是可以选择的值";
    case "unrecognized_keys":
      return "含有不认识的内容";
    default:
      return "格式不正确";
  }
}

const UNITS: Record<string, string> = { string: " 个字", array: " 项", set: " 项" };
const unitOf = (origin: string): string => UNITS[origin] ?? "";
