import type { ActionFunctionArgs } from "@remix-run/node";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { adminPaths } from "#app/features/admin/admin-paths";
import {
  refuseStaffForm,
  reshapeStaffForm,
  respondToStaffForm,
} from "#app/features/admin/respond-to-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import { textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { documentFields, publishedAtIn, readDocument, takeDocumentFiles } from "./read-document.server";

/** Saves or publishes the document of the page, changes its state, or returns the form with its files. */
export async function changeDocument(args: ActionFunctionArgs, form: FormData) {
  const intent = textOf(form, "intent");
  const id = args.params.id === "new" ? null : numberOfParam(args);
  if (id !== null && isMove(intent)) return move(args, form, { intent, id });
  const { values, rearranged } = readDocument(form);
  const take = () => takeDocumentFiles(args, form, values);
  if (rearranged) {
    const taken = await attempt(take, { values });
    return taken.status === "ok" ? reshapeStaffForm(args, values) : refuseStaffForm(args, taken);
  }
  const publish = intent === "publish";
  const save = async () => {
    await take();
    const { call } = gateway(args);
    const body = { ...documentFields(values), publish };
    if (id === null)
      return (await call(adminZhikuContentApi.add, { body: { ...body, idempotencyKey: values.idempotencyKey } })).id;
    const change = { ...body, id, version: Number(values.version), publishedAt: publishedAtIn(values) };
    await call(adminZhikuContentApi.put, { body: change });
    return id;
  };
  const flash = publish ? "已发布" : "已保存";
  return respondToStaffForm(args, values, save, (kept) => ({ back: adminPaths.zhikuContent(kept), flash }));
}

/** Messages by the change of a document's state. */
const MOVED = {
  show: "已显示",
  hide: "已隐藏，读者看不到了",
  remove: "已删除，可以在“已删除”里恢复",
  restore: "已恢复，还没有显示给读者",
};
/** Change of a document's state. */
export type DocumentMove = keyof typeof MOVED;
const isMove = (intent: string): intent is DocumentMove => Object.hasOwn(MOVED, intent);

function move(args: ServerArgs, form: FormData, { intent, id }: { intent: DocumentMove; id: number }) {
  const values = { intent, reason: textOf(form, "reason") };
  const body = { id, reason: values.reason };
  const work = () => gateway(args).call(adminZhikuContentApi[intent], { body });
  return respondToStaffForm(args, values, work, { back: adminPaths.zhikuContent(id), flash: MOVED[intent] });
}
