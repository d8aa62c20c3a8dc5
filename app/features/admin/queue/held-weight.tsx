import { Tag } from "#app/components/ui/tag";
import type { QueuedText } from "#app/contract/admin/review/review";

type Props = Pick<QueuedText, "weight" | "weighs"> & {
  /** Omits the label, if it is shown above. */
  bare?: boolean;
};

/** Weight of a held text in the queue, with its reasons. */
export function HeldWeight({ weight, weighs, bare = false }: Props) {
  const { newMember, refused, decided, reports } = weighs;
  return (
    <>
      <span title="分量：扣下的原因、作者过去的送审、是不是新会员、有没有未处理的举报">
        {bare ? "" : "分量 "}
        {weight.toFixed(1)}
      </span>
      {newMember ? <Tag tone="warm">新会员</Tag> : null}
      {decided > 0 ? (
        <span>
          过去 {decided} 份，退回 {refused} 份
        </span>
      ) : null}
      {reports > 0 ? <span>{reports} 人举报，未处理</span> : null}
    </>
  );
}
