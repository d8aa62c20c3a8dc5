import type { ActionFunctionArgs } from "@remix-run/node";
import { adminClassificationApi, type ClassifiedKind } from "#app/contract/admin/site/classification";
import { adminPaths } from "#app/features/admin/admin-paths";
import {
  refuseStaffForm,
  reshapeStaffForm,
  respondToStaffForm,
} from "#app/features/admin/respond-to-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Submitted values of a classification's forms; `tried` is the sentence of a move's preview. */
export type ClassificationForm = Record<
  "intent" | "kind" | "name" | "slug" | "version" | "to" | "reason" | "tried",
  string
>;

/** Handles the forms of a classification, by `intent`. */
export async function changeClassification(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values: ClassificationForm = {
    intent: textOf(form, "intent"),
    kind: textOf(form, "kind"),
    name: textOf(form, "name"),
    slug: textOf(form, "slug"),
    version: textOf(form, "version"),
    to: textOf(form, "to"),
    reason: textOf(form, "reason"),
    tried: "",
  };
  if (args.params.id === "new") return add(args, values);
  const id = numberOfParam(args);
  if (values.intent === "try" || values.intent === "move") return move(args, id, values);
  if (values.intent === "save") return save(args, id, values);
  return place(args, id, values);
}

function add(args: ServerArgs, values: ClassificationForm) {
  const { name, slug } = values;
  const body = { kind: values.kind as ClassifiedKind, name, ...(slug ? { slug } : {}) };
  const call = () => gateway(args).call(adminClassificationApi.add, { body });
  return respondToStaffForm(args, values, call, { back: adminPaths.taxonomy(), flash: "已新建" });
}

function save(args: ServerArgs, id: number, values: ClassificationForm) {
  const body = { id, name: values.name, slug: values.slug, version: Number(values.version) };
  const call = () => gateway(args).call(adminClassificationApi.put, { body });
  return respondToStaffForm(args, values, call, { back: adminPaths.classification(id), flash: "已保存" });
}

async function move(args: ServerArgs, from: number, values: ClassificationForm) {
  const body = { from, to: Number(values.to), dryRun: values.intent === "try" };
  const call = () => gateway(args).call(adminClassificationApi.move, { body });
  if (body.dryRun) {
    const tried = await attempt(call, { values });
    if (tried.status !== "ok") return refuseStaffForm(args, tried);
    const { things, publicThings } = tried.data;
    const sentence = `会移动 ${things} 份内容，其中公开的 ${publicThings} 份，其余是已删除的`;
    return reshapeStaffForm(args, { ...values, tried: sentence });
  }
  return respondToStaffForm(args, values, call, ({ things, moving }) => ({
    back: adminPaths.classification(from),
    flash: moving ? `正在移动 ${things} 份内容，几分钟内完成` : `已移动 ${things} 份内容，可从操作日志撤销`,
  }));
}

function place(args: ServerArgs, id: number, values: ClassificationForm) {
  const { call } = gateway(args);
  const { reason } = values;
  const back = adminPaths.classification(id);
  if (values.intent === "remove") {
    const remove = () => call(adminClassificationApi.remove, { body: { id, reason } });
    return respondToStaffForm(args, values, remove, { back: adminPaths.taxonomy(), flash: "已删除" });
  }
  if (values.intent === "show") {
    const show = () => call(adminClassificationApi.show, { body: { id } });
    return respondToStaffForm(args, values, show, { back, flash: "已重新显示" });
  }
  const hide = () => call(adminClassificationApi.hide, { body: { id, reason } });
  return respondToStaffForm(args, values, hide, { back, flash: "已隐藏" });
}
