import { Tag } from "#app/components/ui/tag";

/** Words of the mark for texts that AI has helped to write. */
export const AI_MARK = "含 AI 生成内容";

/** Says so wherever something is shown whose author says so. */
export function AiMark({ on }: { on: boolean }) {
  return on ? <Tag tone="warm">{AI_MARK}</Tag> : null;
}
