import type { SanctionKind } from "#app/contract/admin/sanction-kinds";
import { adminUserApi } from "#app/contract/admin/user";
import { adminPaths } from "#app/features/admin/admin-paths";
import { answerStaffForm, refuseStaffForm } from "#app/features/admin/answer-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { markFormReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

const FLASHES = { impose: "已处罚，用户会收到系统消息", lift: "已解除", end: "已结束全部登录", reveal: "" } as const;
type Intent = keyof typeof FLASHES;

/** Does what a form of a member's page in the console asks for (`intent`). */
export async function changeUser(args: ServerArgs, userId: number) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const asked = textOf(form, "intent");
  const intent: Intent = Object.hasOwn(FLASHES, asked) ? (asked as Intent) : "impose";
  const [sanction, days, reason] = [textOf(form, "sanction"), textOf(form, "days"), textOf(form, "reason")];
  const values = { intent, sanction, days, reason };
  if (intent === "reveal") {
    const reveal = () => call(adminUserApi.reveal, { body: { userId, reason } });
    const shown = await attempt(reveal, { values, typed: true });
    if (shown.status !== "ok") return refuseStaffForm(args, shown);
    // The page itself shows the number, once: no address holds it.
    markFormReturned(args.context);
    return { ...shown, values };
  }
  const calls: Record<Exclude<Intent, "reveal">, () => Promise<unknown>> = {
    impose: () =>
      call(adminUserApi.sanction, {
        body: { userId, kind: sanction as SanctionKind, days: days === "forever" ? null : Number(days), reason },
      }),
    lift: () => call(adminUserApi.lift, { body: { id: Number(sanction), reason } }),
    end: () => call(adminUserApi.endSessions, { body: { userId, reason } }),
  };
  return answerStaffForm<unknown, typeof values>(args, values, calls[intent], {
    back: adminPaths.user(userId),
    flash: FLASHES[intent],
  });
}
