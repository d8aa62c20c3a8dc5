import type { Appealable } from "#app/contract/moderation/appeal";
import type { HeldKind } from "#app/contract/moderation/review";
import { type SanctionKind, sanctionKinds } from "#app/contract/moderation/sanction-kinds";
import type { AppealTarget, Decision } from "./decisions";
import type { AppealRow } from "./queries";

const isSanction = (sort: HeldKind | SanctionKind): sort is SanctionKind => sanctionKinds.some((kind) => kind === sort);

/** Kind of the subject, either as a text or as a sanction. */
export const sortView = (sort: HeldKind | SanctionKind): Pick<Appealable, "written" | "sanction"> =>
  isSanction(sort) ? { written: null, sanction: sort } : { written: sort, sanction: null };

/** Maps a decision in force with its appeal. */
export function standingView(target: AppealTarget, decision: Decision, appeal: AppealRow | undefined): Appealable {
  const { sort, name, reason, at: decidedAt, until } = decision;
  const own = appeal?.decision_at === decidedAt ? appeal : undefined;
  return {
    ...target,
    ...sortView(sort),
    name,
    reason,
    decidedAt,
    until,
    stands: true,
    appeal: own ? appealView(own) : null,
  };
}

/** Maps an appeal against a decision that is no longer in force. */
export const pastView = (target: AppealTarget, appeal: AppealRow): Appealable => ({
  ...target,
  ...sortView(appeal.sort),
  name: appeal.name,
  reason: appeal.reason,
  decidedAt: appeal.decision_at,
  until: null,
  stands: false,
  appeal: appealView(appeal),
});

const appealView = ({ state, words, created_at, answer, answered_at }: AppealRow): Appealable["appeal"] => ({
  state,
  words,
  answer,
  createdAt: created_at,
  answeredAt: answered_at,
});
