import type { TextPart } from "./text-difference.server";

/** Inline diff of two texts: deletions struck out, insertions marked. */
export const TextDiff = ({ parts }: { parts: readonly TextPart[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no id
  parts.map((part, at) => <Part key={at} part={part} />);

function Part({ part }: { part: TextPart }) {
  if ("leftOut" in part) return <span className="text-diff__left-out">…… 相同的 {part.leftOut} 字 ……</span>;
  if (part.in === "both") return <span>{part.text}</span>;
  return part.in === "before" ? <del>{part.text}</del> : <ins>{part.text}</ins>;
}
