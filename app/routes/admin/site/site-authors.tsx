import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Avatar } from "#app/components/ui/avatar";
import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { TextField } from "#app/components/ui/text-field";
import { adminSiteApi, type SiteSettings } from "#app/contract/admin/site/site";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { PersonLink } from "#app/features/admin/person-link";
import { reshapeStaffForm, respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { type FormRow, readRows } from "#app/features/admin/rows/read-rows.server";
import { type RowField, RowList } from "#app/features/admin/rows/row-list";
import { loadSetting } from "#app/features/admin/site/load-site.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

type Row = FormRow<"userId">;
type Values = { people: Row[]; version: string };
const PEOPLE_MAX = 30;

export async function loader(args: LoaderFunctionArgs) {
  return { author: await loadSetting(args, "author") };
}

/** Saves the authors in their order, or returns the form with a row added or removed. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { rows: people, rearranged } = readRows(form, "people", ["userId"]);
  const values: Values = { people, version: textOf(form, "version") };
  if (rearranged) {
    if (textOf(form, "intent") === "add") people.push({ userId: "" });
    return reshapeStaffForm(args, values);
  }
  // The URL of a profile page is accepted in place of the number.
  const ids = people.map(({ userId }) => ({ userId: userId.replace(/^.*\/u\//, "").trim() }));
  const body = { people: ids as unknown as { userId: number }[], version: Number(values.version) };
  const save = () => gateway(args).call(adminSiteApi.putAuthor, { body });
  return respondToStaffForm(args, values, save, { back: adminPaths.recommendedAuthors(), flash: "已保存" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminRecommendedAuthors() {
  const { author } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>();
  const known = new Map(author?.people.map((person) => [String(person.userId), person]));
  const people = values?.people ?? author?.people.map(({ userId }) => ({ userId: String(userId) })) ?? [];
  return (
    <>
      <AdminHead title="推荐作者" text="在首页旁边，按这里的顺序。" up={{ label: "名称与位置", to: adminPaths.site() }}>
        <LogLink to={adminPaths.logOf("site", "recommend-author")} />
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate>
        <DefaultButton value="save">保存</DefaultButton>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={author?.version} submitted={values?.version}>
          <TheirFields<"people">
            stored={{
              people: {
                label: "作者",
                value: author?.people.map(({ userId }) => userId).join(" ") ?? "",
                shown: author?.people.map(({ nickname }) => nickname).join("、"),
              },
            }}
            submitted={{ people: people.map(({ userId }) => userId).join(" ") }}
          />
        </VersionField>
        <RowList name="people" label="作者" rows={people} full={people.length >= PEOPLE_MAX} errors={fields}>
          {(field, row) => <PersonRow {...field("userId")} person={known.get(row.userId)} />}
        </RowList>
        <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}

type PersonRowProps = ReturnType<RowField<"userId">> & {
  /** Loaded person, if they were already in the list. */
  person: SiteSettings["author"]["people"][number] | undefined;
};

/** A row with a person's picture, or an empty field for a new one. */
function PersonRow({ name, defaultValue: userId, person, error }: PersonRowProps) {
  if (!person)
    return (
      <TextField
        label="用户编号或主页地址"
        name={name}
        defaultValue={userId}
        help="主页地址里的数字：/u/12 的 12"
        error={error}
      />
    );
  return (
    <div className="admin-person">
      <input type="hidden" name={name} value={userId} />
      <Avatar author={person} />
      <div>
        <p>
          <PersonLink person={person} />
        </p>
        <p className="admin-log__note clamp-2">{person.headline}</p>
        <FieldError id={`${name}-error`} message={error} />
      </div>
    </div>
  );
}
