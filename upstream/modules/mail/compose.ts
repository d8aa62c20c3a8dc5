/** Paragraph of a letter: text, or a link on its own line. */
export type Paragraph = string | { words: string; url: string; note?: string };

/**
 * Composes a letter as plain text and as simple HTML without remote content or tracking.
 * @param paragraphs its text; `foot` says why the reader gets it, and how to unsubscribe
 */
export function composeLetter(
  paragraphs: readonly Paragraph[],
  foot: readonly Paragraph[],
): { text: string; html: string } {
  const text = [...paragraphs.map(plain), "--", ...foot.map(plain)].join("\n\n");
  const body = paragraphs.map((one) => `<p style="margin:0 0 16px">${marked(one)}</p>`).join("\n");
  const small = foot.map((one) => `<p style="margin:0 0 8px">${marked(one)}</p>`).join("\n");
  const html = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font:16px/1.7 sans-serif;max-width:640px">
${body}
<hr style="border:0;border-top:1px solid #ccc;margin:24px 0">
<div style="font-size:13px;color:#666">
${small}
</div>
</body></html>
`;
  return { text: `${text}\n`, html };
}

function plain(one: Paragraph): string {
  if (typeof one === "string") return one;
  return [one.words, one.note ?? "", one.url].filter(Boolean).join("\n");
}

function marked(one: Paragraph): string {
  if (typeof one === "string") return escaped(one);
  const note = one.note ? `<br>${escaped(one.note)}` : "";
  return `<a href="${escaped(one.url)}">${escaped(one.words)}</a>${note}`;
}

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
