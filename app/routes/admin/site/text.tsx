import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData, useParams } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminTextApi } from "#app/contract/admin/site/text";
import type { SiteTextKey } from "#app/contract/site/site-texts";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const text = await unlessReturned(args, async () => {
    await requireConsole(args);
    const texts = await loadForStaff(args, adminTextApi.list, {});
    const found = texts.find(({ key }) => key === args.params.key);
    if (!found) throw notFound();
    return found;
  });
  return { text };
}

/** Saves the text of one place. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const key = args.params.key as SiteTextKey;
  const values = { title: textOf(form, "title"), content: textOf(form, "content"), version: textOf(form, "version") };
  const body = { ...values, key, version: Number(values.version) };
  const put = () => gateway(args).call(adminTextApi.put, { body });
  return respondToStaffForm(args, values, put, { back: adminPaths.text(key), flash: "已保存" });
}

type Values = { title: string; content: string; version: string };

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminText() {
  const { text } = useLoaderData<typeof loader>();
  const { key = "" } = useParams();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Values>(["title", "content"]);
  const unsent = useUnsent(ref);
  const page = text ? text.kind === "page" : values?.title !== "";
  return (
    <>
      <AdminHead title={text?.name ?? "文案"} text={text?.where} up={{ label: "文案", to: adminPaths.texts() }}>
        {text ? (
          <LinkButton to={text.path} variant="quiet" icon="eye" reload>
            看页面
          </LinkButton>
        ) : null}
        <LogLink to={adminPaths.logOf("text", key)} />
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate data-unsent={`admin-text:${key}`}>
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={text?.version} submitted={values?.version}>
          <TheirFields<"title" | "content">
            stored={{
              title: { label: "标题", value: page ? text?.title || text?.name || "" : "" },
              content: { label: page ? "正文" : "内容", value: text?.content ?? "" },
            }}
            submitted={values}
          />
        </VersionField>
        {page ? (
          <>
            <TextField label="标题" {...field("title", text?.title || text?.name)} />
            <MarkdownField label="正文" {...field("content", text?.content)} />
          </>
        ) : (
          <TextField label="内容" {...field("content", text?.content)} help="不超过 300 个字；空着就不显示" />
        )}
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}
