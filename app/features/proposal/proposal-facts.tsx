import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { FieldChanges } from "#app/features/difference/field-changes";
import { paths } from "#app/paths";
import type { ProposalPage } from "./load-proposal.server";

/** Proposer, reason and outcome of a proposal. */
export function ProposalFacts({ proposal }: { proposal: ProposalPage }) {
  const { by, mine, reason, createdAt, changes } = proposal;
  return (
    <>
      <Outcome proposal={proposal} />
      <div className="facts">
        <dl className="facts__list">
          <dt>提出者</dt>
          <dd>{mine ? "你" : <Link to={paths.writtenBy("answer", by.userId)}>{by.nickname}</Link>}</dd>
          <dt>理由</dt>
          <dd>{reason}</dd>
          <dt>时间</dt>
          <dd>
            <Time value={createdAt} format="datetime" />
          </dd>
        </dl>
      </div>
      <p className="history__note">划掉的是原文，有底色的是建议的改法。</p>
      <FieldChanges changes={changes} />
    </>
  );
}

function Outcome({ proposal: { state, answer, mine, current } }: { proposal: ProposalPage }) {
  const said = answer ? `：${answer}` : "。";
  if (state === "taken") return <FlashMessage message={`${mine ? "作者采纳了这份建议" : "你采纳了这份建议"}${said}`} />;
  if (state === "declined")
    return <FlashMessage kind="info" message={`${mine ? "作者没有采纳" : "你谢绝了这份建议"}${said}`} />;
  if (state === "withdrawn") return <FlashMessage kind="info" message="这份建议已经撤回。" />;
  if (!current)
    return (
      <FlashMessage kind="info" message="原文在这份建议之后改过，不能直接采纳。可以对照下面手动修改，再告诉对方。" />
    );
  return mine ? <FlashMessage kind="info" message="正在等作者答复，结果会用系统消息告诉你。" /> : null;
}
