import { adminReviewApi } from "#app/contract/admin/review/review";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { respondToDecisions } from "./respond-to-decisions.server";

/** Submitted values of a decision on held texts. */
export type HeldDecision = { rule: string; note: string; items: string[] };

/**
 * Approves or refuses held texts: each `item` is `id:version`; `intent` is `approve` or `refuse`.
 * @param backOf returns the path to redirect to
 * @param single whether the form is about one text, whose page it is on
 */
export async function decideHeld(args: ServerArgs, backOf: (form: FormData) => string, single = false) {
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
  const decide = async () => {
    const { done, failed, undo } = await gateway(args).call(adminReviewApi.decide, { body });
    return { done: done.map((id) => ({ id })), failed, undo };
  };
  return respondToDecisions<{ id: number }, HeldDecision>(args, values, decide, {
    did: `已${action === "approve" ? "通过" : "退回"}`,
    what: "review",
    labelOf: ({ id }) => `#${id}`,
    backOf: () => backOf(form),
    single,
  });
}
