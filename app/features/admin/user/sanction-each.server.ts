import type { ActionFunctionArgs } from "@remix-run/node";
import { adminUserApi } from "#app/contract/admin/user/user";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { numberOf } from "#app/contract/text/number-of";
import { respondToDecisions } from "#app/features/admin/queue/respond-to-decisions.server";
import { refuseStaffForm, reshapeStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textsOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { sanctionIdsIn } from "./change-user.server";

/** Submitted values of the bulk form of the members' list; `tried` is the preview's sentence. */
export type EachForm = Record<"sanction" | "days" | "reason" | "tried", string> & { items: string[] };

type Decision = SanctionKind | "lift";

/** Verbs for the number of affected members: 禁言 3 人. */
const VERBS: Record<Decision, string> = { mute: "禁言", "read-only": "设为只读", ban: "封禁", lift: "解除处罚" };

/**
 * Imposes a sanction on all selected members (`item`: `12:3,8`, with the ids of the sanctions seen), lifts their
 * sanctions, or previews either; `intent` is `impose` or `try`.
 */
export async function sanctionEach(args: ActionFunctionArgs, back: string) {
  const form = await readForm(args.request);
  const items = form.getAll("item").filter((item) => typeof item === "string");
  const { intent, ...typed } = textsOf(form, ["sanction", "days", "reason", "intent"]);
  const values: EachForm = { ...typed, items, tried: "" };
  const { sanction, days, reason } = typed;
  const decision = sanction as Decision;
  const seen = items.map((item) => item.split(":"));
  const seenInForce = seen.flatMap(([, ids]) => sanctionIdsIn(ids ?? ""));
  // Pages of earlier releases send no ids.
  const whom = {
    userIds: seen.map(([id]) => Number(id)),
    reason,
    ...(seen.every(({ length }) => length > 1) ? { seenInForce } : {}),
  };
  const call = (dryRun: boolean) =>
    decision === "lift"
      ? gateway(args).call(adminUserApi.liftEach, { body: { ...whom, dryRun } })
      : gateway(args).call(adminUserApi.sanctionEach, {
          body: { ...whom, kind: decision, days: days === "forever" ? null : numberOf(days), dryRun },
        });
  if (intent === "impose") {
    return respondToDecisions(args, values, () => call(false), {
      did: `已${VERBS[decision]}`,
      what: "sanction",
      labelOf: ({ userId }) => `用户 #${userId}`,
      measure: "人",
      backOf: () => back,
    });
  }
  const tried = await attempt(() => call(true), { values });
  if (tried.status !== "ok") return refuseStaffForm(args, tried);
  const { done, failed } = tried.data;
  const refused = failed.map(({ userId, message }) => `#${userId} ${message}`).join("；");
  const text = `将${VERBS[decision]} ${done.length} 人${refused ? `；${decision === "lift" ? "不会解除" : "不会处罚"}：${refused}` : ""}`;
  return reshapeStaffForm(args, { ...values, tried: text });
}
