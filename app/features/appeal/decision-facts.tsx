import { Fragment, type ReactNode } from "react";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { KINDS } from "#app/contract/kinds";
import type { Appealable } from "#app/contract/moderation/appeal";
import { SANCTIONS } from "#app/contract/moderation/sanction-kinds";
import { paths } from "#app/paths";

/** Name of the subject of a decision: 文章, 禁言. */
export const decidedName = ({ written, sanction }: Pick<Appealable, "written" | "sanction">): string =>
  written ? KINDS[written].name : sanction ? SANCTIONS[sanction].name : "";

/** Sentence on a decision: 文章「…」没有通过审核. */
export function decidedText({ kind, name, ...decided }: Pick<Appealable, "kind" | "written" | "sanction" | "name">) {
  if (decided.sanction) return `账号被${SANCTIONS[decided.sanction].done}`;
  const what = decidedName(decided);
  return `${what}「${name}」${kind === "review" ? "没有通过审核" : "被移除"}`;
}

/** Decision with its reason, and the appeal with its outcome. */
export function DecisionFacts({ decision }: { decision: Appealable }) {
  const { reason, decidedAt, until, sanction, stands, appeal } = decision;
  const facts: [string, ReactNode][] = [
    ["处理", decidedText(decision)],
    [
      "原因",
      <Fragment key="why">
        {reason || "没有写明"}（<Link to={paths.houseRules()}>社区规则</Link>）
      </Fragment>,
    ],
    ["时间", <Time key="at" value={decidedAt} format="datetime" />],
    // Once lifted, it has no end any more.
    ...(sanction && stands
      ? [["到期", until ? <Time key="until" value={until} format="datetime" /> : "长期"] as [string, ReactNode]]
      : []),
    ...(appeal ? [["你的申诉", appeal.words] as [string, ReactNode]] : []),
  ];
  return (
    <>
      <Outcome decision={decision} />
      <div className="facts">
        <dl className="facts__list">
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </>
  );
}

function Outcome({ decision: { stands, appeal, sanction } }: { decision: Appealable }) {
  if (appeal?.state === "granted") {
    const undone = sanction ? "处罚已解除" : "内容已重新公开";
    return <FlashMessage message={`申诉成立，${undone}。${appeal.answer}`} />;
  }
  if (appeal?.state === "kept")
    return <FlashMessage kind="info" message={`已复核，维持原来的处理：${appeal.answer}`} />;
  if (!stands) return <FlashMessage kind="info" message="这项处理已经不在了，不用再申诉。" />;
  // Banned members can't read messages.
  const told = sanction === "ban" ? "再次登录时可以看到结果" : "结果会用系统消息告诉你";
  return appeal ? <FlashMessage kind="info" message={`申诉已收到，正在等另一位工作人员复核，${told}。`} /> : null;
}
