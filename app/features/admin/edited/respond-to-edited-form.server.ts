import type { ActionFunctionArgs } from "@remix-run/node";
import type { adminAnnouncementApi, adminAnnouncementDraftApi } from "#app/contract/admin/content/announcement";
import type { EditedKind } from "#app/contract/admin/edited";
import type { Endpoint } from "#app/contract/endpoint";
import { adminPaths } from "#app/features/admin/admin-paths";
import { instantOf } from "#app/features/admin/fields/datetime-local";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { draftIdOf } from "./load-edited.server";

type Calls = Record<"add" | "put" | "remove" | "restore", Endpoint>;
type DraftCalls = Record<"add" | "put" | "publish" | "remove", Endpoint>;

type Edited<Values> = {
  kind: EditedKind;
  api: Calls;
  draftApi: DraftCalls;
  form: FormData;
  /** Submitted texts, by field name. */
  values: Values;
  /** Returns the request body, after uploading the chosen files. */
  bodyOf: () => Promise<Record<string, unknown>>;
};

/** Fields that every form for staff-written content has besides its kind's own. */
export const EDITED_NAMES = ["intent", "version", "draftVersion", "publishAt", "hideAt"] as const;
export type EditedValues = Record<(typeof EDITED_NAMES)[number], string>;

/**
 * Handles the form of a staff-written item: publish, change, save or schedule a draft, discard a draft, remove,
 * restore.
 */
export function respondToEditedForm<Values extends EditedValues>(args: ActionFunctionArgs, edited: Edited<Values>) {
  const { kind, form, values } = edited;
  const bodyOf = async () => ({ ...(await edited.bodyOf()), hideAt: instantOf(values.hideAt) });
  // The calls of all kinds differ only in the fields, which `bodyOf` returns.
  const api = edited.api as unknown as typeof adminAnnouncementApi;
  const draftApi = edited.draftApi as unknown as typeof adminAnnouncementDraftApi;
  const { call } = gateway(args);
  const intent = textOf(form, "intent");
  const id = args.params.id === "new" ? null : numberOfParam(args);
  const draft = draftIdOf(args.request);
  const place = { kind, id: id ?? ("new" as const) };

  if (id !== null && (intent === "remove" || intent === "restore")) {
    const flash = intent === "remove" ? "已撤下，可以在“已撤下”里恢复" : "已恢复";
    return respondToStaffForm(args, {}, () => call(api[intent], { body: { id } }), {
      back: adminPaths.edited(place),
      flash,
    });
  }
  if (draft !== null && intent === "discard") {
    const discard = () => call(draftApi.remove, { body: { id: draft } });
    return respondToStaffForm(args, {}, discard, { back: adminPaths.editedList(kind, "draft"), flash: "草稿已删除" });
  }

  const item = id === null ? null : { id, version: Number(values.version) };
  const read = { id: draft ?? 0, version: Number(values.draftVersion) };
  if (intent === "draft" || intent === "preview" || intent === "schedule") {
    const publishAt = intent === "schedule" ? (instantOf(values.publishAt) ?? "") : null;
    const keep = async (): Promise<number> => {
      const body = { ...filled(await bodyOf()), item, publishAt };
      if (draft === null) return (await call(draftApi.add, { body })).id;
      await call(draftApi.put, { body: { ...body, ...read } });
      return draft;
    };
    return respondToStaffForm(args, values, keep, (kept) => {
      if (intent === "preview") return { back: adminPaths.draftPreview(kind, kept) };
      const flash = intent === "schedule" ? "已定时，到时会自动发布" : "草稿已保存";
      return { back: adminPaths.edited({ ...place, draft: kept }), flash };
    });
  }

  const save = async (): Promise<number> => {
    const body = (await bodyOf()) as unknown as { title: string; content: string };
    if (draft !== null) return (await call(draftApi.publish, { body: { ...body, ...read, item } })).id;
    if (item === null) return (await call(api.add, { body })).id;
    await call(api.put, { body: { ...body, ...item } });
    return item.id;
  };
  const flash = id === null ? "已发布" : "已保存";
  return respondToStaffForm(args, values, save, (kept) => ({ back: adminPaths.edited({ kind, id: kept }), flash }));
}

/** Fields of a draft without the empty ones. */
function filled(body: Record<string, unknown>): Record<string, unknown> {
  const empty = (value: unknown) => value === "" || value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !empty(value)));
}
