import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminMergeApi } from "#app/contract/admin/user/merge";
import type { CallData } from "#app/contract/endpoint";
import { parseId } from "#app/contract/text/parse-id";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import {
  refuseStaffForm,
  reshapeStaffForm,
  respondToStaffForm,
} from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { attempt } from "#app/forms/attempt.server";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import { wrongAddress } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { decodeId } from "#app/server/urls/short-id.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  if (!permissions.includes("content.merge")) throw wrongAddress();
  const id = numberOfParam(args);
  const { name, state } = await loadForStaff(args, adminContentApi.get, { params: { kind: "question", id } });
  return { id, name, state };
}

type Values = { into: string; reason: string; tried: string };
type Moved = CallData<typeof adminMergeApi.questions>;

/** Merges two questions, or previews what would be moved. */
export async function action(args: ActionFunctionArgs) {
  const from = numberOfParam(args);
  const form = await readForm(args.request);
  const values: Values = { into: textOf(form, "into"), reason: textOf(form, "reason"), tried: "" };
  const into = questionOf(values.into);
  const merge = (dryRun: boolean) =>
    gateway(args).call(adminMergeApi.questions, { body: { from, into, reason: values.reason, dryRun } });
  if (textOf(form, "intent") === "try") {
    const tried = await attempt(() => merge(true), { values });
    if (tried.status !== "ok") return refuseStaffForm(args, tried);
    return reshapeStaffForm(args, { ...values, tried: triedText(tried.data) });
  }
  return respondToStaffForm(
    args,
    values,
    () => merge(false),
    () => ({
      back: adminPaths.content({ kind: "question", id: into }),
      flash: "已合并，旧地址会转到这里。可以在操作日志里撤销",
    }),
  );
}

/** Parses a question's number or URL; NaN for neither. */
function questionOf(typed: string): number {
  const [, shortId] = /\/question\/([A-Za-z0-9]+)/.exec(typed) ?? [];
  if (shortId) return decodeId(shortId) ?? Number.NaN;
  return parseId(typed.trim().replace(/^#/, "")) ?? Number.NaN;
}

const triedText = ({ title, answers, comments, followers, both }: Moved): string =>
  `会并入“${title}”：移过去 ${answers} 个回答、${comments} 条评论、${followers} 位关注者${
    both > 0 ? `（其中 ${both} 位本来就关注它）` : ""
  }，删除过的也算在内。`;

export default function AdminQuestionMerge() {
  const { id, name, state } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Values>(["into", "reason"]);
  return (
    <>
      <AdminHead
        title="并入另一个问题"
        text={`“${name}”的回答、评论、投票和关注都移到另一个问题，它自己离开站上，旧地址转过去。提问的人会收到消息。`}
        up={{ label: `问题 #${id}`, to: adminPaths.content({ kind: "question", id }) }}
      />
      {state === "public" ? (
        <Form ref={ref} method="post" className="form admin-form admin-panel" noValidate>
          <DefaultButton value="try">先看看会移多少</DefaultButton>
          <AdminNotice notice={notice} />
          <TextField label="并入哪个问题" {...field("into")} help="填它的编号，或粘贴它的页面地址" />
          <TextField label="原因" {...field("reason")} />
          {values?.tried ? <p role="status">{values.tried}</p> : null}
          <div className="admin-buttons">
            <Button type="submit" name="intent" value="try" busy={busy}>
              先看看会移多少
            </Button>
            <Button type="submit" name="intent" value="merge" variant="danger" busy={busy}>
              合并
            </Button>
          </div>
        </Form>
      ) : (
        <p>这个问题不在站上，不能合并。</p>
      )}
    </>
  );
}
