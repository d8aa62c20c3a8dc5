import type { FieldChange } from "#app/features/admin/fields/changed-fields.server";
import { refuseStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import type { FormResult } from "#app/forms/form-result";
import { respond } from "#app/forms/respond.server";
import type { UndoOffer } from "#app/server/cookies/flash.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { decisionFlash } from "./decision-flash.server";

type Decisions<P> = { done: P[]; failed: (P & { message: string })[]; undo: { log: number[] } | null };

type Told<P> = {
  /** Past participle: 已通过. */
  did: string;
  /** Kind of decision, for undoing it. */
  what: string;
  labelOf(place: P): string;
  measure?: "份" | "人";
  /** Path to redirect to, given the number of refused items. */
  backOf(failed: number): string;
  /** Whether the form is about one item, whose page it is on. */
  single?: boolean;
  /** Changes of a refused item since it was seen. */
  changesOf?(place: P): Promise<FieldChange[]>;
};

/** Details of a refused decision. */
export type DecisionDetail = {
  /** Outcome on other items, and how to undo that; null for nothing. */
  rest: { message: string; undo: UndoOffer | null } | null;
  /** Changes of the item since it was seen, if known. */
  changes: FieldChange[];
};

/**
 * Decides on items and responds: a redirect; or the same page if some were refused and a reason for them was typed, or
 * it is about one item. It comes back with the reason, beside the items as they are now.
 */
export async function respondToDecisions<
  P extends object,
  Values extends { rule?: string; note?: string; reason?: string },
>(
  args: ServerArgs,
  values: Values,
  decide: () => Promise<Decisions<P>>,
  { did, what, labelOf, measure = "份", backOf, single = false, changesOf }: Told<P>,
) {
  const result = await attempt(decide, { values });
  if (result.status !== "ok") return refuseStaffForm(args, result);
  const { done, failed, undo } = result.data;
  const failures = failed.map((one) => ({ label: labelOf(one), message: one.message }));
  const offer = undo && { what, log: undo.log };
  const [first] = failed;
  if (!first || !(single || values.rule || values.note || values.reason)) {
    const flash = decisionFlash({ did, done: done.length, failed: failures, measure }, offer);
    return respond(args, result, { back: backOf(failed.length), flash, leads: true });
  }
  const detail: DecisionDetail = {
    rest: done.length > 0 ? { message: `${did} ${done.length} ${measure}`, undo: offer } : null,
    changes: (single && (await changesOf?.(first))) || [],
  };
  const { message } = decisionFlash({ did, done: 0, failed: failures, measure });
  const refused: FormResult<unknown, Values, never, DecisionDetail> = {
    status: "refused",
    // The page is loaded anew, since it is not as the form supposed.
    code: "CONFLICT",
    message: single ? first.message : message,
    fields: {},
    values,
    detail,
  };
  return refuseStaffForm(args, refused);
}
