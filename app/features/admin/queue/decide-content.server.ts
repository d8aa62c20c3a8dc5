import {
  adminContentApi,
  type Removable,
  type RemovableContent,
  removable,
  type SeenContent,
} from "#app/contract/admin/content/content";
import { KINDS } from "#app/contract/kinds";
import { refuseStaffForm, reshapeStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { changesSince } from "./changes-since.server";
import { respondToDecisions } from "./respond-to-decisions.server";

/** Submitted values of a content decision; `tried` is the preview's sentence. */
export type ContentDecision = { rule: string; note: string; items: string[]; tried: string };

/** Kind of content in a URL. @throws Response: 404 for an unknown one */
export function contentKindOf({ params }: { params: { kind?: string | undefined } }): Removable {
  const kind = removable.safeParse(params.kind);
  if (!kind.success) throw notFound();
  return kind.data;
}

/**
 * Removes or restores items of a kind: each `item` is `id:version`; `intent` is `remove`, `restore` or `try` (a preview).
 * @param single whether the form is about one item, whose page it is on
 */
export async function decideContent(args: ServerArgs, kind: Removable, back: string, single = false) {
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const items = form.getAll("item").filter((item) => typeof item === "string");
  const values: ContentDecision = { rule: textOf(form, "rule"), note: textOf(form, "note"), items, tried: "" };
  const places = items.map((item): SeenContent => {
    const [id, version] = item.split(":");
    return { kind, id: Number(id), ...(version ? { version } : {}) };
  });
  const why = { rule: values.rule, note: values.note };
  const api = gateway(args);
  if (intent === "try") {
    const body = { items: places, ...why, dryRun: true };
    const tried = await attempt(() => api.call(adminContentApi.remove, { body }), { values });
    if (tried.status !== "ok") return refuseStaffForm(args, tried);
    return reshapeStaffForm(args, { ...values, tried: triedText(kind, tried.data) });
  }
  const call = intent === "restore" ? "restore" : "remove";
  const decide = async () =>
    call === "restore"
      ? { ...(await api.call(adminContentApi.restore, { body: { items: places } })), undo: null }
      : api.call(adminContentApi.remove, { body: { items: places, ...why } });
  return respondToDecisions(args, values, decide, {
    did: call === "restore" ? "已恢复" : "已移除",
    what: "content",
    labelOf: ({ id }) => `${KINDS[kind].name} #${id}`,
    backOf: () => back,
    single,
    changesOf: (place) => changesSince(args, place),
  });
}

type Tried = {
  done: readonly RemovableContent[];
  failed: readonly (RemovableContent & { message: string })[];
  answered: number;
};

/** Sentence for a preview of a removal: 将移除 17 个问题，其中 3 个有别人的回答. */
function triedText(kind: Removable, { done, failed, answered }: Tried): string {
  const { name, measure } = KINDS[kind];
  const among = answered > 0 ? `，其中 ${answered} ${measure}有别人的回答，会一起移除` : "";
  const refused = failed.map(({ id, message }) => `#${id} ${message}`).join("；");
  return `将移除 ${done.length} ${measure}${name}${among}${refused ? `；不能移除：${refused}` : ""}`;
}
