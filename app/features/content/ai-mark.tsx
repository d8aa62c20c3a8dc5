import { Tag } from "#app/components/ui/tag";

/** Label of texts written with the help of AI. */
export const AI_MARK = "含 AI 生成内容";

/** Shows the label if the author declared it. */
export function AiMark({ on }: { on: boolean }) {
  return on ? <Tag tone="warm">{AI_MARK}</Tag> : null;
}
