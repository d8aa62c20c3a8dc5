import type { ActionFunctionArgs } from "@remix-run/node";
import { adminContentApi } from "#app/contract/admin/content/content";
import type { Undone } from "#app/contract/admin/own-undo";
import { adminReportApi } from "#app/contract/admin/review/report";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { adminUserApi } from "#app/contract/admin/user/user";
import { adminPaths } from "#app/features/admin/admin-paths";
import { contentKindOf } from "#app/features/admin/queue/decide-content.server";
import { reportedPlaceOf } from "#app/features/admin/queue/decide-reported.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { backPath } from "#app/server/urls/back-path.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Undoable decisions by name: the call, and the page on which the items are then. */
const DECISIONS = {
  review: {
    call: adminReviewApi.undo,
    pageOf: ([first, ...others]: Undone["undone"]) =>
      first && others.length === 0 ? adminPaths.review(Number(first.target)) : adminPaths.reviews(),
  },
  report: {
    call: adminReportApi.undo,
    pageOf: ([first, ...others]: Undone["undone"]) =>
      first && others.length === 0
        ? adminPaths.report(reportedPlaceOf(`${first.kind}:${first.target}`))
        : adminPaths.reports(),
  },
  content: {
    call: adminContentApi.undo,
    pageOf: ([first, ...others]: Undone["undone"]) => {
      const kind = contentKindOf({ params: { kind: first?.kind } });
      return others.length === 0 ? adminPaths.content({ kind, id: Number(first?.target) }) : adminPaths.contents(kind);
    },
  },
  sanction: {
    call: adminUserApi.undoSanctions,
    pageOf: ([first, ...others]: Undone["undone"]) =>
      first && others.length === 0 ? adminPaths.user(Number(first.target)) : adminPaths.users(),
  },
};

/** Undoes the caller's own recent decisions, and redirects to the items; if that fails, back to the same page. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const what = textOf(form, "what");
  if (!Object.hasOwn(DECISIONS, what)) throw notFound();
  const { call, pageOf } = DECISIONS[what as keyof typeof DECISIONS];
  const log = textOf(form, "log").split(",").map(Number);
  const result = await attempt(() => gateway(args).call(call, { body: { log } }));
  const from = backPath(args.request);
  const here = from === "/" ? adminPaths.home() : from;
  const back = result.status === "ok" ? pageOf(result.data.undone) : here;
  return respond(args, result, { back, flash: "已撤销，没有告诉任何人", leads: true });
}
