import type { ActionFunctionArgs } from "@remix-run/node";
import { type Queue, queues } from "#app/contract/admin/claim";
import { adminAppealApi } from "#app/contract/admin/review/appeal";
import { adminReportApi } from "#app/contract/admin/review/report";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { adminPaths } from "#app/features/admin/admin-paths";
import { reportedPlaceOf } from "#app/features/admin/queue/decide-reported.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { safePath } from "#app/server/urls/safe-path.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Claims an item of a queue for some minutes; `takeOver` if somebody else has claimed it. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const queue = queues.find((one) => one === textOf(form, "queue"));
  if (!queue) throw notFound();
  const target = textOf(form, "target");
  const takeOver = textOf(form, "takeOver") === "1";
  const result = await attempt(() => claimIn(args, queue, { target, takeOver }));
  return respond(args, result, {
    back: safePath(textOf(form, "next"), pageOf(queue, target)),
    flash: takeOver ? "已接手，现在由你处理" : undefined,
  });
}

function claimIn(args: ActionFunctionArgs, queue: Queue, { target, takeOver }: { target: string; takeOver: boolean }) {
  const { call } = gateway(args);
  if (queue === "review") return call(adminReviewApi.claim, { body: { id: target, takeOver } });
  if (queue === "appeal") return call(adminAppealApi.claim, { body: { id: target, takeOver } });
  return call(adminReportApi.claim, { body: { ...reportedPlaceOf(target), takeOver } });
}

function pageOf(queue: Queue, target: string): string {
  if (queue === "report") return adminPaths.report(reportedPlaceOf(target));
  return queue === "review" ? adminPaths.review(Number(target)) : adminPaths.appeal(Number(target));
}
