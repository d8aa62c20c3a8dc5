/**
 * A form on its way has two characters where a line ends (CR LF, multipart/form-data in HTML's standard); what was typed
 * has one. Both would be counted, and each line be another than it was in every comparison.
 */
export function withTypedLines(sent: FormData): FormData {
  const typed = new FormData();
  for (const [name, value] of sent)
    typed.append(name, typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value);
  return typed;
}
