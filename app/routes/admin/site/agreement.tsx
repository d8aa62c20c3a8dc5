import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData, useParams } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { AGREEMENTS, type AgreementKey } from "#app/contract/people/agreements";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { datetimeLocal } from "#app/features/admin/fields/datetime-local";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import { storedBox, TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { agreementKeyOf } from "#app/features/admin/site/agreement-key.server";
import { AgreementVersions } from "#app/features/admin/site/agreement-versions";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const key = agreementKeyOf(args);
  const loaded = await unlessReturned(args, async () => {
    const { permissions } = await requireConsole(args);
    const agreement = await loadForStaff(args, adminAgreementApi.get, { params: { key } });
    return { agreement, publishes: permissions.includes("agreement.manage") };
  });
  return { name: AGREEMENTS[key].name, agreement: loaded?.agreement ?? null, publishes: loaded?.publishes ?? true };
}

/** Publishes a version, or withdraws one that is not effective yet. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const key = agreementKeyOf(args);
  const { call } = gateway(args);
  const back = adminPaths.agreement(key);
  const version = Number(textOf(form, "version"));
  if (textOf(form, "intent") === "withdraw") {
    const values = { reason: textOf(form, "reason") };
    const withdraw = () => call(adminAgreementApi.withdraw, { body: { key, version, ...values } });
    return respondToStaffForm(args, values, withdraw, { back, flash: "已撤回" });
  }
  const values: Values = {
    title: textOf(form, "title"),
    content: textOf(form, "content"),
    changes: textOf(form, "changes"),
    effectiveOn: textOf(form, "effectiveOn"),
    askAgain: textOf(form, "askAgain"),
    version: textOf(form, "version"),
  };
  const body = { ...values, key, version, askAgain: values.askAgain !== "" };
  const publish = () => call(adminAgreementApi.publish, { body });
  return respondToStaffForm(args, values, publish, (added) => ({ back, flash: `第 ${added.version} 版已发布` }));
}

type Values = {
  title: string;
  content: string;
  changes: string;
  effectiveOn: string;
  askAgain: string;
  version: string;
};

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminAgreement() {
  const { name, agreement, publishes } = useLoaderData<typeof loader>();
  const { key = "" } = useParams();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Values>([
    "title",
    "content",
    "changes",
    "effectiveOn",
  ]);
  const unsent = useUnsent(ref);
  const newest = agreement?.versions[0];
  const coming = newest?.state === "coming" ? newest : null;
  // A version refused because a colleague's waits by now is kept on the page; a withdrawal has a reason alone.
  const refused = values?.title !== undefined;
  const draft = agreement?.draft;
  return (
    <>
      <AdminHead title={name} up={{ label: "协议", to: adminPaths.agreements() }}>
        {newest && agreement ? (
          <>
            <LinkButton to={adminPaths.consents(key)} variant="quiet" icon="list">
              谁同意了
            </LinkButton>
            <LinkButton to={agreement.path} variant="quiet" icon="eye" reload>
              看页面
            </LinkButton>
          </>
        ) : null}
      </AdminHead>
      {agreement ? <AgreementVersions agreement={agreement} publishes={publishes} /> : null}
      {publishes && (!coming || refused) ? (
        <Form ref={ref} method="post" className="form" noValidate data-unsent={`admin-agreement:${key}`}>
          <h2>{newest ? `发布第 ${newest.version + 1} 版` : "发布第一版"}</h2>
          <UnsentNotice {...unsent} />
          <AdminNotice notice={notice} />
          <VersionField
            notice={notice}
            stored={newest?.version ?? (agreement ? 0 : undefined)}
            submitted={values?.version}
          >
            <TheirFields<Exclude<keyof Values, "version">>
              stored={{
                title: { label: "标题", value: draft?.title ?? "" },
                content: { label: "正文", value: draft?.content ?? "" },
                changes: { label: "改了什么", value: newest?.changes ?? "" },
                effectiveOn: {
                  label: "从哪一天起生效",
                  value: datetimeLocal(coming?.effectiveAt ?? null).slice(0, 10),
                  shown: coming ? undefined : "立即",
                },
                askAgain: storedBox("请没有同意过这一版的成员同意", newest?.askAgain ? "1" : ""),
              }}
              submitted={values}
            />
          </VersionField>
          {draft?.fromTemplate ? (
            <p className="admin-log__note">
              下面是模板。请逐条核对，把每一处【】换成你的内容；还有没填的，就不能发布。模板不是法律意见。
            </p>
          ) : null}
          <TextField label="标题" {...field("title", draft?.title)} required />
          <MarkdownField label="正文" {...field("content", draft?.content)} rows={24} />
          <TextField label="改了什么" {...field("changes")} help="请成员再次同意时，他们先看到这句话" />
          <TextField
            label="从哪一天起生效"
            {...field("effectiveOn")}
            type="date"
            help="空着就立即生效。提前公布的，读者可以先看到。"
          />
          {AGREEMENTS[key as AgreementKey]?.by === "joining" ? (
            <label className="choice">
              <input
                type="checkbox"
                name="askAgain"
                value="1"
                defaultChecked={values ? values.askAgain !== "" : !newest}
              />
              <span>
                请没有同意过这一版的成员同意
                <small>生效之后，在他们下次登录，或下次发布之前问一次；不同意的仍可以阅读。只改错字时不必勾选。</small>
              </span>
            </label>
          ) : null}
          <Button type="submit" name="intent" value="publish" variant="primary" busy={busy}>
            {busy ? "正在发布…" : "发布"}
          </Button>
        </Form>
      ) : null}
    </>
  );
}
