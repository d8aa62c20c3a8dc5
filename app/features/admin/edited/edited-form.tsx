import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { isPlaced } from "#app/contract/admin/content/placed-kinds";
import type { EditedKind, EditedSummary } from "#app/contract/admin/edited";
import type { StaffDraftSummary } from "#app/contract/admin/staff-draft";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { datetimeLocal } from "#app/features/admin/fields/datetime-local";
import { RemovalForm } from "#app/features/admin/fields/removal-form";
import { type StoredFields, storedTime, TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import type { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { paths } from "#app/paths";
import { EDITED_WORDS } from "./edited-words";
import type { EditedValues } from "./respond-to-edited-form.server";

type Props<Thing, Fields> = {
  kind: EditedKind;
  /** The stored item; null for a new one. */
  thing: Thing | null;
  /** The opened draft; null for none. */
  draft: (StaffDraftSummary & { fields: Fields }) | null;
  form: Omit<ReturnType<typeof useAdminForm<unknown, Partial<EditedValues>>>, "field">;
  /** Additional links in the page's head. */
  links?: ReactNode;
  /** The kind's own fields as stored, which are compared after a conflict: those of the item, the draft, or both. */
  stored: (saved: NoInfer<Thing | Fields>) => StoredFields<string>;
  /** Fields of the kind. */
  children: ReactNode;
};

/** Editing page of a staff-written item: its fields and actions; see `respondToEditedForm`. */
export function EditedForm<Thing extends EditedSummary, Fields extends { hideAt?: string | null | undefined }>({
  kind,
  thing,
  draft,
  form,
  links,
  stored,
  children,
}: Props<Thing, Fields>) {
  const { ref, busy, fields, notice, values } = form;
  const unsent = useUnsent(ref);
  const words = EDITED_WORDS[kind];
  const removed = thing?.removedAt != null;
  const conflict = notice?.code === "CONFLICT";
  const hideAt = values?.hideAt ?? datetimeLocal((draft ? draft.fields.hideAt : thing?.hideAt) ?? null);
  const publishAt = values?.publishAt ?? datetimeLocal(draft?.publishAt ?? null);
  return (
    <>
      <AdminHead
        title={thing ? words.change : words.write}
        up={{ label: words.name, to: adminPaths.editedList(kind, draft ? "draft" : undefined) }}
      >
        {thing && !removed ? (
          <LinkButton to={paths[kind](thing.id)} variant="quiet" icon="eye">
            {words.see}
          </LinkButton>
        ) : null}
        {links}
        {thing && isPlaced(kind) ? (
          <LinkButton to={adminPaths.placing({ kind, id: thing.id })} variant="quiet" icon="star">
            置顶与精华
          </LinkButton>
        ) : null}
        {thing || draft ? (
          <LogLink to={thing ? adminPaths.logOf(kind, thing.id) : adminPaths.logOf("draft", draft?.id ?? 0)} />
        ) : null}
      </AdminHead>
      {draft ? <DraftState draft={draft} /> : null}
      <Form
        ref={ref}
        method="post"
        encType="multipart/form-data"
        className="form admin-form"
        noValidate
        data-unsent={`admin-${kind}:${thing?.id ?? "new"}${draft ? `:${draft.id}` : ""}`}
      >
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={thing?.version ?? ""} submitted={values?.version || itemVersion(draft)}>
          {thing && String(thing.version) !== values?.version ? (
            <TheirFields stored={withHiding(stored(thing), thing.hideAt)} submitted={values} />
          ) : null}
          {draft && String(draft.version) !== values?.draftVersion ? (
            <TheirFields<string>
              stored={{
                ...withHiding(stored(draft.fields), draft.fields.hideAt),
                publishAt: storedTime("定时发布", datetimeLocal(draft.publishAt)),
              }}
              submitted={values}
            />
          ) : null}
        </VersionField>
        <input
          key={conflict ? "seen-draft" : "read-draft"}
          type="hidden"
          name="draftVersion"
          defaultValue={(conflict ? draft?.version : values?.draftVersion || draft?.version) ?? ""}
        />
        {children}
        <TextField
          label="到时撤下"
          name="hideAt"
          type="datetime-local"
          defaultValue={hideAt}
          help="北京时间，前后半分钟；空着就一直在站上。撤下后可以在“已撤下”里恢复"
          error={fields.hideAt}
        />
        <div className="admin-buttons">
          <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
            {busy ? "正在保存…" : thing ? "保存" : "发布"}
          </Button>
          <Button type="submit" name="intent" value="draft" busy={busy}>
            存为草稿
          </Button>
          <Button type="submit" name="intent" value="preview" busy={busy}>
            存草稿并预览
          </Button>
        </div>
        <details className="admin-panel" open={publishAt !== "" || fields.publishAt !== undefined}>
          <summary>定时发布</summary>
          <div className="form">
            <TextField
              label="发布时间"
              name="publishAt"
              type="datetime-local"
              defaultValue={publishAt}
              help="北京时间，前后半分钟"
              error={fields.publishAt}
            />
            <Button type="submit" name="intent" value="schedule" busy={busy}>
              定时发布
            </Button>
          </div>
        </details>
      </Form>
      {draft ? (
        <Form method="post" className="admin-danger">
          <Button type="submit" name="intent" value="discard" variant="danger" busy={busy}>
            {`删除草稿“${draft.title || "没有标题"}”`}
          </Button>
        </Form>
      ) : null}
      {thing && !draft ? <RemovalForm removed={removed} what={words.one} /> : null}
    </>
  );
}

const withHiding = (fields: StoredFields<string>, hideAt: string | null | undefined): StoredFields<string> => ({
  ...fields,
  hideAt: storedTime("到时撤下", datetimeLocal(hideAt ?? null)),
});

const itemVersion = (draft: StaffDraftSummary | null): string | undefined => draft?.item?.version.toString();

function DraftState({ draft: { publishAt, failure, updatedAt } }: { draft: StaffDraftSummary }) {
  return (
    <p className="admin-draft-state">
      {failure ? `没能按时发布：${failure}。改好后再定时或直接发布。` : null}
      {!failure && publishAt ? (
        <>
          将在 <Time value={publishAt} format="datetime" /> 发布。
        </>
      ) : null}
      草稿，
      <Time value={updatedAt} />
      保存，读者还看不到。
    </p>
  );
}
