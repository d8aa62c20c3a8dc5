import { adminReportApi } from "#app/contract/admin/report";
import { type ReportTarget, reportTarget } from "#app/contract/report";
import { answerStaffForm } from "#app/features/admin/answer-staff-form.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { decisionFlash } from "./decision-flash.server";
import { placeName } from "./thing-links.server";

/** Texts of a form of the reports. */
export type ReportDecision = { rule: string; note: string; items: string[] };

const DID = { keep: "已保留", remove: "已移除", handled: "已结案" } as const;
type Action = keyof typeof DID;

/**
 * Decides on what was reported: `item` is `kind:id` of each, `intent` what is done.
 * @param backOf where to go on to, by how many of them failed
 */
export async function decideReported(args: ServerArgs, backOf: (form: FormData, failed: number) => string) {
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const action: Action = Object.hasOwn(DID, intent) ? (intent as Action) : "remove";
  const items = form.getAll("item").filter((item) => typeof item === "string");
  const values: ReportDecision = { rule: textOf(form, "rule"), note: textOf(form, "note"), items };
  const body = {
    items: items.map(reportedPlaceOf),
    action,
    rule: action === "remove" ? values.rule : "",
    note: values.note,
  } as const;
  const decide = () => gateway(args).call(adminReportApi.decide, { body });
  return answerStaffForm(args, values, decide, ({ done, failed, undo }) => ({
    back: backOf(form, failed.length),
    flash: decisionFlash(
      DID[action],
      done.length,
      failed.map((one) => ({ label: `${placeName(one)} #${one.id}`, message: one.message })),
      undo && { what: "report", ...undo },
    ),
  }));
}

/** A thing as forms and addresses name it: `article:12`. The upstream refuses what is none. */
export function reportedPlaceOf(value: string): { kind: ReportTarget; id: number } {
  const [kind = "", id = ""] = value.split(":");
  return { kind: kind as ReportTarget, id: Number(id) };
}

/** The kind that an address names; undefined for none. */
export const reportedKind = (kind: string | null | undefined): ReportTarget | undefined =>
  reportTarget.safeParse(kind).data;
