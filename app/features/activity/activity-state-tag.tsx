import { Tag } from "#app/components/ui/tag";
import type { ActivityState } from "#app/contract/content/activity";

const STATES = {
  running: { word: "进行中", tone: "accent" },
  upcoming: { word: "即将开始", tone: "warm" },
  over: { word: "已结束", tone: "neutral" },
} as const;

/** Tag with an activity's state. */
export function ActivityStateTag({ state }: { state: ActivityState }) {
  const { word, tone } = STATES[state];
  return <Tag tone={tone}>{word}</Tag>;
}
