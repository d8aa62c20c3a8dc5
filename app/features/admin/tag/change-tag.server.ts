import type { ActionFunctionArgs } from "@remix-run/node";
import { adminTagApi } from "#app/contract/admin/site/tag";
import type { CallData } from "#app/contract/endpoint";
import { countsText } from "#app/contract/kinds";
import { adminPaths } from "#app/features/admin/admin-paths";
import {
  refuseStaffForm,
  reshapeStaffForm,
  respondToStaffForm,
} from "#app/features/admin/respond-to-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Submitted values of a tag's forms; `tried` is the preview's sentence. */
export type TagForm = Record<"intent" | "to" | "reason" | "synonym" | "tried", string>;

type Change = CallData<typeof adminTagApi.merge>;

/** Name of the tag in a URL. */
export const tagOf = (request: Request): string => new URL(request.url).searchParams.get("name")?.trim() ?? "";

/**
 * Handles the forms of a tag, by `intent`: `rename`, `merge` and `hide`, each also as a preview with `try-`, and the
 * others.
 */
export async function changeTag(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const name = tagOf(args.request);
  const values: TagForm = {
    intent: textOf(form, "intent"),
    to: textOf(form, "to"),
    reason: textOf(form, "reason"),
    synonym: textOf(form, "synonym"),
    tried: "",
  };
  const { intent, to, reason, synonym } = values;
  const { call } = gateway(args);
  const dryRun = intent.startsWith("try-");
  const back = adminPaths.tag(name);
  switch (intent.replace(/^try-/, "")) {
    case "rename":
      return change(args, values, () => call(adminTagApi.rename, { body: { from: name, to, dryRun } }), {
        back: adminPaths.tag(to.trim()),
        did: "已改名",
      });
    case "merge":
      return change(args, values, () => call(adminTagApi.merge, { body: { from: name, to, reason, dryRun } }), {
        back: adminPaths.tag(to.trim()),
        did: `“${name}”已并入`,
      });
    case "hide":
      return change(args, values, () => call(adminTagApi.hide, { body: { name, reason, dryRun } }), {
        back,
        did: "已隐藏",
      });
    case "show":
      return respondToStaffForm(
        args,
        values,
        () => call(adminTagApi.show, { body: { name } }),
        ({ moving }) => ({ back, flash: moving ? "已重新显示，正在放回内容上，几分钟内完成" : "已重新显示" }),
      );
    case "remove-synonym":
      return respondToStaffForm(args, values, () => call(adminTagApi.removeSynonym, { body: { synonym } }), {
        back,
        flash: "已去掉，可从操作日志撤销",
      });
    default:
      return respondToStaffForm(args, values, () => call(adminTagApi.addSynonym, { body: { tag: name, synonym } }), {
        back,
        flash: "已添加",
      });
  }
}

async function change(
  args: ServerArgs,
  values: TagForm,
  work: () => Promise<Change>,
  { back, did }: { back: string; did: string },
) {
  if (values.intent.startsWith("try-")) {
    const tried = await attempt(work, { values });
    if (tried.status !== "ok") return refuseStaffForm(args, tried);
    return reshapeStaffForm(args, { ...values, tried: `会改动 ${touchedText(tried.data)}` });
  }
  return respondToStaffForm(args, values, work, (data) => ({
    back,
    flash: data.moving
      ? `正在改动 ${touchedText(data)}，几分钟内完成`
      : `${did}，改动了 ${touchedText(data)}，可从操作日志撤销`,
  }));
}

/** Phrase for the number of items that a change affects: 3 个问题、12 篇文章、0 个案例. */
const touchedText = ({ touched }: Change): string => countsText(touched);
