import { notice } from "#app/server/page-error.server";
import { withTypedLines } from "#app/server/typed-lines.server";

/**
 * The fields and files of a form that was sent; a line of its texts ends as the typed one did.
 * @throws the notice of a bad request (400) when what was sent is no form: of another type, or cut off.
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return withTypedLines(await request.formData());
  } catch {
    throw notice(400, "没能读懂提交的内容，请返回后重试");
  }
}

/** One text of a form; empty where there is none. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Several texts of a form, by their names; empty where there is none. */
export const textsOf = <Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<Name, string>;
