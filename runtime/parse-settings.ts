import type { z } from "zod";
import { ConfigError } from "./config-error";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * Parses environment variables; a blank one counts as unset, or it would be the number 0.
 * @throws ConfigError with a line for each wrong setting, beginning with its name
 */
export function parseSettings<S extends z.ZodType>(
  schema: S,
  variables: Record<string, string | undefined>,
): z.output<S> {
  const set = Object.entries(variables).filter(([, value]) => value?.trim());
  const parsed = schema.safeParse(Object.fromEntries(set), { error: reasonOf });
  if (parsed.success) return parsed.data;
  // A huge number is also no safe integer; the setting's own limit comes last.
  const problems = new Map(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
  throw new ConfigError([...problems].map(([name, problem]) => `${name}: ${problem}`).join("\n"));
}

/** Requirement that a setting does not meet; without its value, which may be secret. */
function reasonOf(issue: Issue): string {
  if (issue.code === "invalid_value") return `只能写 ${issue.values.join("、")}`;
  if (issue.code === "too_small") return `最小是 ${issue.minimum}`;
  if (issue.code === "too_big") return `最大是 ${issue.maximum}`;
  if (issue.code === "invalid_format" && issue.format === "url") return "要写成完整的地址，如 https://example.com";
  return issue.code === "invalid_type" && issue.expected === "int" ? "要写一个整数" : "要写一个数";
}
