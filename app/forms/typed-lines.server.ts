/**
 * Restores line breaks as typed: multipart/form-data encodes each as CR LF (HTML standard). Otherwise each line break
 * would count as two characters and every comparison with a stored text would differ.
 */
export function withTypedLines(sent: FormData): FormData {
  const typed = new FormData();
  for (const [name, value] of sent)
    typed.append(name, typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value);
  return typed;
}
