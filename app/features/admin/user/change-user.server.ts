import { adminUserApi } from "#app/contract/admin/user/user";
import type { CallData } from "#app/contract/endpoint";
import { countsText } from "#app/contract/kinds";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { numberOf } from "#app/contract/text/number-of";
import { adminPaths } from "#app/features/admin/admin-paths";
import {
  refuseStaffForm,
  reshapeStaffForm,
  respondToStaffForm,
} from "#app/features/admin/respond-to-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { markFormReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

const FLASHES = {
  impose: "已处罚，用户会收到系统消息",
  lift: "已解除",
  end: "已结束全部登录",
  reveal: "",
  "try-purge": "",
  purge: "",
} as const;
type Intent = keyof typeof FLASHES;

/** Ids of sanctions in a field of a form: `3,8`. */
export const sanctionIdsIn = (ids: string): number[] => ids.split(",").flatMap((id) => (id === "" ? [] : Number(id)));

/** Handles the forms of a member's page in the console, by `intent`. */
export async function changeUser(args: ServerArgs, userId: number) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const asked = textOf(form, "intent");
  const intent: Intent = Object.hasOwn(FLASHES, asked) ? (asked as Intent) : "impose";
  const [sanction, days, reason] = [textOf(form, "sanction"), textOf(form, "days"), textOf(form, "reason")];
  // Pages of earlier releases don't send it.
  const inForce = form.has("inForce") ? textOf(form, "inForce") : null;
  const seen = inForce === null ? {} : { seenInForce: sanctionIdsIn(inForce) };
  const values = { intent, sanction, days, reason, ...(inForce !== null && { inForce }) };
  if (intent === "purge" || intent === "try-purge") return purge(args, userId, { intent, reason, tried: "" });
  if (intent === "reveal") {
    const reveal = () => call(adminUserApi.reveal, { body: { userId, reason } });
    const shown = await attempt(reveal, { values });
    if (shown.status !== "ok") return refuseStaffForm(args, shown);
    // The number is shown once, in this response; no URL contains it.
    markFormReturned(args.context);
    return { ...shown, values };
  }
  const calls: Record<"impose" | "lift" | "end", () => Promise<unknown>> = {
    impose: () =>
      call(adminUserApi.sanction, {
        body: {
          userId,
          kind: sanction as SanctionKind,
          days: days === "forever" ? null : numberOf(days),
          reason,
          ...seen,
        },
      }),
    lift: () => call(adminUserApi.lift, { body: { id: Number(sanction), reason } }),
    end: () => call(adminUserApi.endSessions, { body: { userId, reason } }),
  };
  return respondToStaffForm<unknown, typeof values>(args, values, calls[intent], {
    back: adminPaths.user(userId),
    flash: FLASHES[intent],
  });
}

/** Submitted values of the purge form; `tried` is the preview's sentence. */
export type PurgeForm = { intent: string; reason: string; tried: string };

async function purge(args: ServerArgs, userId: number, values: PurgeForm) {
  const dryRun = values.intent === "try-purge";
  const work = () => gateway(args).call(adminUserApi.purge, { body: { userId, reason: values.reason, dryRun } });
  if (dryRun) {
    const tried = await attempt(work, { values });
    if (tried.status !== "ok") return refuseStaffForm(args, tried);
    return reshapeStaffForm(args, { ...values, tried: `会移除${purgedText(tried.data)}` });
  }
  return respondToStaffForm(args, values, work, (done) => ({
    back: adminPaths.user(userId),
    flash: done.left > 0 ? `已封禁并移除一部分，还有 ${done.left} 份，请再清除一次` : `已清除${purgedText(done)}`,
  }));
}

type Purged = CallData<typeof adminUserApi.purge>;

const purgedText = ({ texts, ...others }: Purged): string =>
  ` ${countsText(texts)}，退回 ${others.held} 份待审核的，` +
  `驳回 ${others.reports} 条举报，收回 ${others.reactions} 次互动，结束 ${others.sessions} 处登录`;
