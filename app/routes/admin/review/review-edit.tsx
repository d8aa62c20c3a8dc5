import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { TextField } from "#app/components/ui/text-field";
import { HELD_OBSTACLES } from "#app/contract/admin/review/held-obstacles";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { KINDS } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { ClaimNote } from "#app/features/admin/queue/claim-note";
import { reviewFilterOf } from "#app/features/admin/queue/queue-filters.server";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { TextArea } from "#app/forms/text-area";
import { wrongAddress } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { idIn } from "#app/server/params/id-in.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  if (!permissions.includes("review.decide")) throw wrongAddress();
  const id = numberOfParam(args);
  const filter = reviewFilterOf(args.request);
  const held = await loadForStaff(args, adminReviewApi.get, { params: { id }, query: filter });
  // A text that is already decided on, or is left to a colleague, is read-only; no redirect, so that what was typed
  // meanwhile is kept.
  const isOver = held.state !== "waiting" || held.own;
  const textIn = (name: string) =>
    held.fields
      .find((field) => field.name === name)
      ?.parts.map(({ text }) => text)
      .join("") ?? "";
  const { kind, targetId, word, version, nextId, claim, obstacle = null } = held;
  return {
    id,
    kind,
    targetId,
    word,
    version,
    nextId,
    claim,
    isOver,
    obstacle,
    filter,
    stored: { title: textIn("title"), content: textIn("content"), tags: textIn("tags") },
  };
}

type Values = { title: string; content: string; tags: string; version: string };

/** Approves the text with these edits; then opens the next one. */
export async function action(args: ActionFunctionArgs) {
  const id = numberOfParam(args);
  const form = await readForm(args.request);
  const values: Values = {
    title: textOf(form, "title"),
    content: textOf(form, "content"),
    tags: textOf(form, "tags"),
    version: textOf(form, "version"),
  };
  const tags = values.tags.split(/[,，、]/).flatMap((tag) => tag.trim() || []);
  const body = { ...values, tags, id };
  const next = idIn(form, "next");
  const filter = reviewFilterOf(args.request);
  return respondToStaffForm(
    args,
    values,
    () => gateway(args).call(adminReviewApi.edit, { body }),
    ({ undo }) => ({
      back: next ? adminPaths.review(next, filter) : adminPaths.reviews(filter),
      flash: {
        kind: "success",
        message: "已通过 1 份，文字是改过的",
        ...(undo && { undo: { what: "review", ...undo } }),
      },
    }),
  );
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminReviewEdit() {
  const { id, kind, targetId, word, version, nextId, claim, isOver, obstacle, filter, stored } =
    useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>(["title", "content", "tags"]);
  const shown = values ?? stored;
  const titled = kind === "question" || kind === "article";
  return (
    <>
      <AdminHead
        title={`改好再通过：${targetId ? "修改" : ""}${KINDS[kind].name} #${id}`}
        text={word ? `扣下它的词：${word}` : "作者会得知公开之前改动了文字；原来的文字留在操作日志里。"}
        up={{ label: `${KINDS[kind].name} #${id}`, to: adminPaths.review(id, filter) }}
      />
      <ClaimNote claim={claim} queue="review" target={String(id)} />
      {/* A key per text, so that input is not carried over to the next one. */}
      <Form key={id} ref={ref} method="post" className="admin-panel form" noValidate>
        <AdminNotice notice={notice} />
        {isOver ? (
          <p className="admin-log__note">
            它不等你来处理了，现在改不了；你写的还在下面，可以复制走。
            <Link to={adminPaths.review(id, filter)}>看处理的结果</Link>
          </p>
        ) : null}
        {obstacle ? <p className="admin-log__note">不能通过：{HELD_OBSTACLES[obstacle]}。</p> : null}
        {/* Such a conflict is not with this text: submitting again does not help. */}
        <VersionField notice={obstacle ? null : notice} stored={version} submitted={values?.version}>
          <TheirFields<"title" | "content" | "tags">
            stored={{
              title: { label: "标题", value: stored.title },
              content: { label: kind === "comment" ? "评论" : "正文", value: stored.content },
              tags: { label: "标签", value: stored.tags },
            }}
            submitted={values}
          />
        </VersionField>
        <input type="hidden" name="next" value={nextId ?? ""} />
        {titled ? <TextField label="标题" name="title" defaultValue={shown.title} error={fields.title} /> : null}
        {kind === "comment" ? (
          <TextArea label="评论" name="content" defaultValue={shown.content} error={fields.content} rows={8} />
        ) : (
          <MarkdownField label="正文" name="content" defaultValue={shown.content} error={fields.content} />
        )}
        {titled ? (
          <TextField label="标签" name="tags" help="用逗号隔开" defaultValue={shown.tags} error={fields.tags} />
        ) : null}
        <div className="admin-queue__buttons">
          <Button type="submit" variant="primary" busy={busy} disabled={isOver || obstacle !== null}>
            通过改好的文字
          </Button>
        </div>
      </Form>
    </>
  );
}
