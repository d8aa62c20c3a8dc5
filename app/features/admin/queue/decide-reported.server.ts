import { adminReportApi, type SeenPlace } from "#app/contract/admin/review/report";
import { type ReportTarget, reportTarget } from "#app/contract/moderation/report";
import { parseId } from "#app/contract/text/parse-id";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { changesSince } from "./changes-since.server";
import { respondToDecisions } from "./respond-to-decisions.server";
import { placeName } from "./thing-links.server";

/** Submitted values of a decision on reports. */
export type ReportDecision = { rule: string; note: string; items: string[] };

const DID = { keep: "已保留", remove: "已移除", handled: "已结案" } as const;
type Action = keyof typeof DID;

/**
 * Decides on reported items: each `item` is `kind:id:version`; `intent` is `keep`, `remove` or `handled`.
 * @param backOf returns the path to redirect to
 * @param single whether the form is about one item, whose page it is on
 */
export async function decideReported(args: ServerArgs, backOf: (form: FormData) => string, single = false) {
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const action: Action = Object.hasOwn(DID, intent) ? (intent as Action) : "remove";
  const items = form.getAll("item").filter((item) => typeof item === "string");
  const values: ReportDecision = { rule: textOf(form, "rule"), note: textOf(form, "note"), items };
  const body = {
    items: items.map(seenPlaceOf),
    action,
    rule: action === "remove" ? values.rule : "",
    note: values.note,
  } as const;
  const decide = () => gateway(args).call(adminReportApi.decide, { body });
  return respondToDecisions(args, values, decide, {
    did: DID[action],
    what: "report",
    labelOf: (place) => `${placeName(place)} #${place.id}`,
    backOf: () => backOf(form),
    single,
    changesOf: (place) => changesSince(args, place),
  });
}

/** Parses an item of a form with the version that was seen; old pages have none. */
function seenPlaceOf(value: string): SeenPlace {
  const [, , version] = value.split(":");
  return { ...reportedPlaceOf(value), ...(version ? { version } : {}) };
}

/** A reported item as in forms and URLs: `article:12`. The upstream refuses unknown kinds, and 0 for a bad id. */
export function reportedPlaceOf(value: string): { kind: ReportTarget; id: number } {
  const [kind = "", id = ""] = value.split(":");
  return { kind: kind as ReportTarget, id: parseId(id) ?? 0 };
}

/** Kind of reported item in a URL; undefined if unknown. */
export const reportedKind = (kind: string | null | undefined): ReportTarget | undefined =>
  reportTarget.safeParse(kind).data;
