import { parseId } from "#app/contract/text/parse-id";
import { withTypedLines } from "#app/forms/typed-lines.server";
import { notice } from "#app/server/errors/page-error.server";
import { noteWriter } from "#app/server/gateway/form-writer.server";
import { WRITER } from "./writer";

/**
 * Reads the fields and files of a submitted form, with line breaks as they were typed. The request's writes are those
 * of the member for whom it was rendered (`refuseOtherAccount`).
 * @throws a bad request error page (400) if the body is not a form: wrong type, or truncated
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    const form = withTypedLines(await request.formData());
    const writer = parseId(textOf(form, WRITER));
    if (writer !== null) noteWriter(request, writer);
    return form;
  } catch {
    throw notice(400, "没能读懂提交的内容，请返回后重试");
  }
}

/** A text field of a form; empty if missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Several text fields of a form, by name; empty if missing. */
export const textsOf = <Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<Name, string>;
