import { adminCaseApi } from "#app/contract/admin/content/case";
import type { PlaceDecisions } from "#app/contract/admin/content/content";
import { adminRewriteApi, type SortedKind } from "#app/contract/admin/content/rewrite";
import { KINDS } from "#app/contract/kinds";
import { numberOf } from "#app/contract/text/number-of";
import { decisionFlash } from "#app/features/admin/queue/decision-flash.server";
import {
  refuseStaffForm,
  reshapeStaffForm,
  respondToStaffForm,
} from "#app/features/admin/respond-to-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textsOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { SORT_FIELDS, type Sorting } from "./sort-names";

/** Kinds that can be classified in bulk: members' texts, and cases, which staff write. */
export type SortableKind = SortedKind | "case";

/** Changes classification or tags of several items of a kind: `item` has their ids; `intent` is `sort` or `try`. */
export async function sortContent(args: ServerArgs, kind: SortableKind, back: string) {
  const form = await readForm(args.request);
  const items = form.getAll("item").filter((item) => typeof item === "string");
  const { intent, ...typed } = textsOf(form, [...SORT_FIELDS, "intent"]);
  const values: Sorting = { ...typed, items, tried: "" };
  const { name, measure } = KINDS[kind];
  const labelOf = (id: number) => `${name} #${id}`;
  const { call: callUpstream } = gateway(args);
  const call = async (dryRun: boolean): Promise<PlaceDecisions> => {
    const body = { ...sortingOf(values), dryRun };
    const places = <K extends SortableKind>(each: K) => items.map((item) => ({ kind: each, id: Number(item) }));
    return kind === "case"
      ? callUpstream(adminCaseApi.sort, { body: { ...body, items: places(kind) } })
      : callUpstream(adminRewriteApi.sort, { body: { ...body, items: places(kind) } });
  };
  if (intent === "sort") {
    return respondToStaffForm(
      args,
      values,
      () => call(false),
      ({ done, failed }) => ({
        back,
        flash: decisionFlash({
          did: "已修改",
          done: done.length,
          failed: failed.map(({ id, message }) => ({ label: labelOf(id), message })),
        }),
      }),
    );
  }
  const tried = await attempt(() => call(true), { values });
  if (tried.status !== "ok") return refuseStaffForm(args, tried);
  const { done, failed } = tried.data;
  const refused = failed.map(({ id, message }) => `#${id} ${message}`).join("；");
  const text = `将修改 ${done.length} ${measure}${name}${refused ? `；不会改：${refused}` : ""}`;
  return reshapeStaffForm(args, { ...values, tried: text });
}

const sortingOf = ({ classificationId, addTags, removeTags, reason }: Sorting) => ({
  ...(classificationId === ""
    ? {}
    : { classificationId: classificationId === "none" ? null : numberOf(classificationId) }),
  addTags: tagsOf(addTags),
  removeTags: tagsOf(removeTags),
  reason,
});

const tagsOf = (typed: string): string[] => typed.split(/[,，、]/).flatMap((tag) => tag.trim() || []);
