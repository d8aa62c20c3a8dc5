import { adminReviewApi } from "#app/contract/admin/review/review";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { decisionFlash } from "./decision-flash.server";

/** Submitted values of a decision on held texts. */
export type HeldDecision = { rule: string; note: string; items: string[] };

/**
 * Approves or refuses held texts: each `item` is `id:version`; `intent` is `approve` or `refuse`.
 * @param backOf returns the path to redirect to, given the number of failed items
 */
export async function decideHeld(args: ServerArgs, backOf: (form: FormData, failed: number) => string) {
  const form = await readForm(args.request);
  const action = textOf(form, "intent") === "approve" ? "approve" : "refuse";
  const items = form.getAll("item").filter((item) => typeof item === "string");
  const values: HeldDecision = { rule: textOf(form, "rule"), note: textOf(form, "note"), items };
  const body = {
    items: items.map((item) => ({ id: item.split(":")[0], version: item.split(":")[1] })),
    action,
    rule: action === "refuse" ? values.rule : "",
    note: action === "refuse" ? values.note : "",
  } as const;
  const decide = () => gateway(args).call(adminReviewApi.decide, { body });
  return respondToStaffForm(args, values, decide, ({ done, failed, undo }) => ({
    back: backOf(form, failed.length),
    flash: decisionFlash(
      {
        did: `已${action === "approve" ? "通过" : "退回"}`,
        done: done.length,
        failed: failed.map(({ id, message }) => ({ label: `#${id}`, message })),
      },
      undo && { what: "review", ...undo },
    ),
  }));
}
