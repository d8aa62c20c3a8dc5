import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData, useParams } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button";
import { Tag } from "#app/components/ui/tag";
import { adminMessageApi } from "#app/contract/admin/content/message";
import { numberOf } from "#app/contract/text/number-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { instantOf } from "#app/features/admin/fields/datetime-local";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { MessageFields, type MessageFieldsTyped } from "#app/features/admin/message/message-fields";
import { MESSAGE_STATES, withCommas } from "#app/features/admin/message/message-states";
import { SendMessageForm } from "#app/features/admin/message/send-message-form";
import { SentMessage } from "#app/features/admin/message/sent-message";
import { TheirMessage } from "#app/features/admin/message/their-message";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { hasUnsent, useUnsent } from "#app/features/unsent/use-unsent";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { readForm, textOf, textsOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { useRoot } from "#app/hooks/root";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    const { permissions } = await requireConsole(args);
    const fresh = args.params.id === "new";
    const message = fresh
      ? null
      : await loadForStaff(args, adminMessageApi.get, { params: { id: numberOfParam(args) } });
    return { message, maySend: permissions.includes("message.send") };
  });
  const categories = (await loadCategories(args)) ?? [];
  return {
    message: page?.message ?? null,
    maySend: page?.maySend ?? false,
    categories: categories.map(({ id, name }) => ({ id, name })),
  };
}

const NAMES = ["title", "text", "path", "to", "categoryId", "memberIds"] as const;

/** Saves, sends, withdraws or deletes a message. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const intent = textOf(form, "intent");
  const fresh = args.params.id === "new";
  const id = fresh ? 0 : numberOfParam(args);
  const back = adminPaths.message(fresh ? "new" : id);
  const typed: MessageFieldsTyped = textsOf(form, NAMES);
  const values = {
    ...typed,
    intent,
    version: textOf(form, "version"),
    sendAt: textOf(form, "sendAt"),
    reason: textOf(form, "reason"),
  };
  const version = Number(values.version);
  if (intent === "send") {
    const sendAt = instantOf(values.sendAt);
    const send = () => call(adminMessageApi.send, { body: { id, version, sendAt } });
    return respondToStaffForm(args, values, send, ({ recipients }) => ({
      back,
      flash: sendAt === null ? `已发给 ${withCommas(recipients)} 人` : `到时发给 ${withCommas(recipients)} 人`,
    }));
  }
  if (intent === "withdraw") {
    const withdraw = () => call(adminMessageApi.withdraw, { body: { id, reason: values.reason } });
    return respondToStaffForm(args, values, withdraw, { back, flash: "已撤回" });
  }
  if (intent === "remove") {
    const remove = () => call(adminMessageApi.remove, { body: { id } });
    return respondToStaffForm(args, values, remove, { back: adminPaths.messages(), flash: "草稿已删除" });
  }
  const { title, text, path, memberIds } = typed;
  const to = typed.to as "all";
  const categoryId = typed.categoryId === "" ? null : numberOf(typed.categoryId);
  const body = { title, text, path, to, memberIds, categoryId };
  if (fresh) {
    const add = () => call(adminMessageApi.add, { body });
    return respondToStaffForm(args, values, add, (added) => ({
      back: adminPaths.message(added.id),
      flash: "草稿已保存",
    }));
  }
  const put = () => call(adminMessageApi.put, { body: { ...body, id, version } });
  return respondToStaffForm(args, values, put, { back, flash: "草稿已保存" });
}

type Values = MessageFieldsTyped & { intent: string; version: string; sendAt: string; reason: string };

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminMessage() {
  const { message, maySend, categories } = useLoaderData<typeof loader>();
  const { id = "new" } = useParams();
  const user = useRoot()?.viewer?.userId ?? 0;
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>([...NAMES, "sendAt", "reason"]);
  const sendRef = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(ref);
  const writing = !values || values.intent === "save";
  const written = writing && values ? values : message && draftValues(message);
  const isDraft = !message || message.state === "draft";
  const state = MESSAGE_STATES[message?.state ?? "draft"];
  return (
    <>
      <AdminHead
        title={message?.title ?? "写系统消息"}
        up={{ label: "系统消息", to: adminPaths.messages() }}
        text={<Tag tone={state.tone}>{state.label}</Tag>}
      >
        {message ? <LogLink to={adminPaths.logOf("message", message.id)} /> : null}
      </AdminHead>
      {writing ? null : <AdminNotice notice={notice} />}
      {isDraft || (writing && values) ? (
        <Form ref={ref} method="post" className="form admin-form" noValidate data-unsent={`admin-message:${id}`}>
          <UnsentNotice {...unsent} />
          {writing ? <AdminNotice notice={notice} /> : null}
          <VersionField
            notice={writing ? notice : null}
            stored={message?.version}
            submitted={writing ? values?.version : undefined}
          >
            {message ? (
              <TheirMessage
                saved={draftValues(message)}
                values={values}
                categories={categories}
                category={message.category}
              />
            ) : null}
          </VersionField>
          <MessageFields values={written ?? {}} errors={fields} categories={categories} stored={message?.category} />
          <Button type="submit" name="intent" value="save" busy={busy}>
            {busy ? "正在保存…" : "存为草稿"}
          </Button>
        </Form>
      ) : (
        <SentMessage message={message} maySend={maySend} reason={values?.reason} error={fields.reason} busy={busy} />
      )}
      {message && isDraft ? (
        <>
          {maySend ? (
            <SendMessageForm
              formRef={sendRef}
              version={message.version}
              recipients={message.recipients}
              sendAt={values?.sendAt}
              error={fields.sendAt}
              unsaved={() => hasUnsent(user, `admin-message:${id}`)}
              busy={busy}
            />
          ) : (
            <p className="admin-log__note">
              将发给 {withCommas(message.recipients)} 人。你可以写草稿，由站长看过再发出。
            </p>
          )}
          <Form method="post" className="admin-danger">
            <Button type="submit" name="intent" value="remove" variant="danger" busy={busy}>
              {`删除草稿“${message.title}”`}
            </Button>
          </Form>
        </>
      ) : null}
    </>
  );
}

type Draft = Pick<NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["message"]>, (typeof DRAFT)[number]>;
const DRAFT = ["title", "text", "path", "to", "category", "memberIds"] as const;

/** A draft as form values. */
const draftValues = ({ title, text, path, to, category, memberIds }: Draft): MessageFieldsTyped => ({
  title,
  text,
  path,
  to,
  categoryId: category ? String(category.id) : "",
  memberIds: memberIds.join(" "),
});
