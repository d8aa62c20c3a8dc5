/** One item of a demo script; see content/README.md for the format. */
export type ScriptItem = {
  kind:
    | "question"
    | "answer"
    | "article"
    | "case"
    | "activity"
    | "announcement"
    | "page"
    | "document"
    | "comment"
    | "reply";
  title: string;
  /** `by`, `class`, `days`, …; a bare word like `accepted` has an empty value. */
  fields: Record<string, string>;
  body: string;
  /** Its comments and replies, in order; answers of a question are in `answers`. */
  comments: ScriptItem[];
  answers: ScriptItem[];
};

const OPENING = /^@(question|answer|article|case|activity|announcement|page|document|comment|reply)(?:\s+(.*))?$/;

/** Syntax error in a script, with the line. */
export class ScriptError extends Error {
  override name = "ScriptError";
}

/**
 * Parses a demo script: its questions (with their answers), articles, cases and so on, with comments.
 * @throws ScriptError if something is not allowed where it is.
 */
export function parseScript(text: string, fileName: string): ScriptItem[] {
  const items: ScriptItem[] = [];
  let top: ScriptItem | null = null;
  let commented: ScriptItem | null = null;
  let open: { item: ScriptItem; lines: string[] } | null = null;
  let fenced = false;
  const close = () => {
    if (open) open.item.body = open.lines.join("\n").trim();
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const opening = fenced ? null : OPENING.exec(line);
    if (!opening) {
      open?.lines.push(line);
      continue;
    }
    close();
    const item = readOpening(opening[1] as ScriptItem["kind"], opening[2] ?? "");
    open = { item, lines: [] };
    if (item.kind === "comment" || item.kind === "reply") {
      if (!commented) throw new ScriptError(`${fileName}:${index + 1}: nothing to comment on`);
      commented.comments.push(item);
    } else if (item.kind === "answer") {
      if (top?.kind !== "question") throw new ScriptError(`${fileName}:${index + 1}: an answer without a question`);
      top.answers.push(item);
      commented = item;
    } else {
      items.push(item);
      top = item;
      commented = item;
    }
  }
  close();
  return items;
}

function readOpening(kind: ScriptItem["kind"], rest: string): ScriptItem {
  const parts = rest
    .split("|")
    .map((part) => part.trim())
    .filter(Boolean);
  const titled = !["answer", "comment", "reply", "page"].includes(kind);
  const title = titled ? (parts.shift() ?? "") : "";
  const fields: Record<string, string> = {};
  for (const part of parts) {
    const equals = part.indexOf("=");
    if (equals === -1) fields[fields.slug === undefined && kind === "page" ? "slug" : part] = part;
    else fields[part.slice(0, equals).trim()] = part.slice(equals + 1).trim();
  }
  return { kind, title: fields.title ?? title, fields, body: "", comments: [], answers: [] };
}
