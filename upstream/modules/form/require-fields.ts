import type { FormField, FormRule } from "#app/contract/content/form";
import { invalid } from "#upstream/call/errors";
import { isQuickPattern } from "./try-pattern";

const CHOICES = new Set<FormField["type"]>(["select", "radio", "checkbox"]);

type Built = { fields: readonly FormField[]; opensAt: string | null; closesAt: string | null };

/**
 * Checks that a form can be filled in at all.
 * @throws BusinessError INVALID_PARAMS by field: `fields.0.options`, `fields.0.rules.1.pattern`
 */
export async function requireFields({ fields, opensAt, closesAt }: Built): Promise<void> {
  const wrong: Record<string, string> = {};
  if (opensAt && closesAt && Date.parse(opensAt) >= Date.parse(closesAt)) wrong.closesAt = "要晚于开放时间";
  for (const [at, field] of fields.entries()) {
    const options = optionsProblem(field);
    if (options) wrong[`fields.${at}.options`] = options;
    for (const [nth, rule] of field.rules.entries()) {
      const problem = await ruleProblem(rule);
      if (problem) wrong[`fields.${at}.rules.${nth}.${problem.at}`] = problem.message;
    }
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}

function optionsProblem({ type, options }: FormField): string | null {
  if (!CHOICES.has(type)) return null;
  if (options.length === 0) return "请写下可以选择的内容，每行一个";
  const labels = options.map(({ label }) => label);
  return new Set(labels).size < labels.length ? "有两个一样的选项" : null;
}

async function ruleProblem({ min, max, pattern }: FormRule): Promise<{ at: keyof FormRule; message: string } | null> {
  if (min !== undefined && max !== undefined && min > max) return { at: "max", message: "不能小于前面的下限" };
  if (!pattern || (await isQuickPattern(pattern))) return null;
  return { at: "pattern", message: "遇到长文字太慢，请换一种写法（例如不要在重复里再套重复）" };
}
