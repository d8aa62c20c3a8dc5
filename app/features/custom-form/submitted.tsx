import { EmptyState } from "#app/components/ui/empty-state";
import { useParts } from "#app/hooks/parts";
import { paths } from "#app/paths";

type Props = {
  /** The activity that it signs up for, if it is for one. */
  activityId: number | null;
  /** Whether it is on the waiting list. */
  waiting: boolean;
};

/** Thanks for a submission. */
export function Submitted({ activityId, waiting }: Props) {
  const has = useParts();
  return (
    <EmptyState
      illustration="success"
      text={waiting ? "已收到。名额已满，你在候补名单上；轮到你时会通知你" : "已收到你的填写，谢谢"}
      action={
        activityId !== null && has("activity")
          ? { label: "回到活动", to: paths.activity(activityId) }
          : { label: "回到首页", to: paths.home() }
      }
    />
  );
}
