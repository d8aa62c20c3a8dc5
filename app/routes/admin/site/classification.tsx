import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import {
  adminClassificationApi,
  type ClassifiedKind,
  type EditedClassification,
} from "#app/contract/admin/site/classification";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { SelectField } from "#app/features/admin/fields/select-field";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { type ClassificationForm, changeClassification } from "#app/features/admin/site/change-classification.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { numberOfParam } from "#app/server/params/number-param.server";

const PAGES: Record<ClassifiedKind, (id: number) => string> = {
  article: (id) => paths.articles({ class: id }),
  case: (id) => paths.cases({ class: id }),
};

export async function loader(args: LoaderFunctionArgs) {
  const asked = new URL(args.request.url).searchParams.get("kind");
  const kind = kindsWith("classified").find((one) => one === asked) ?? "article";
  const page = await unlessReturned(args, async () => {
    await requireConsole(args);
    const all = await loadForStaff(args, adminClassificationApi.list, {});
    if (args.params.id === "new") return { kind, one: null, others: [] };
    const id = numberOfParam(args);
    const one = all.find((each) => each.id === id);
    if (!one) throw notFound();
    const others = all.filter((each) => each.kind === one.kind && each.id !== id && !each.hidden);
    return { kind: one.kind, one, others };
  });
  return page ?? { kind, one: null, others: [] };
}

export const action = (args: ActionFunctionArgs) => changeClassification(args);

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminClassification() {
  const { kind, one, others } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead
        title={one ? `${KINDS[kind].name}分类“${one.name}”` : `新建${KINDS[kind].name}分类`}
        up={{ label: "分类与标签", to: adminPaths.taxonomy() }}
      >
        {one && !one.hidden ? (
          <LinkButton to={PAGES[kind](one.id)} variant="quiet" icon="eye" reload>
            看页面
          </LinkButton>
        ) : null}
        {one ? <LogLink to={adminPaths.logOf("classification", one.id)} /> : null}
      </AdminHead>
      <Names kind={kind} one={one} />
      {one ? <Move one={one} others={others} /> : null}
      {one ? <Placing one={one} /> : null}
    </>
  );
}

function Names({ kind, one }: { kind: ClassifiedKind; one: EditedClassification | null }) {
  const { ref, busy, field, notice, values } = useAdminForm<unknown, ClassificationForm>(["name", "slug"], ["save"]);
  const unsent = useUnsent(ref);
  return (
    <Form
      ref={ref}
      method="post"
      className="form admin-form"
      noValidate
      data-unsent={`admin-classification:${one?.id ?? `new-${kind}`}`}
    >
      <UnsentNotice {...unsent} />
      <AdminNotice notice={notice} />
      <VersionField notice={notice} stored={one?.version} submitted={values?.version}>
        <TheirFields<"name" | "slug">
          stored={{
            name: { label: "名称", value: one?.name ?? "" },
            slug: { label: "短名", value: one?.slug ?? "" },
          }}
          submitted={values}
        />
      </VersionField>
      <input type="hidden" name="kind" value={values?.kind ?? kind} />
      <TextField
        label="名称"
        {...field("name", one?.name)}
        required
        help="读者看到的。页面的地址里是编号，改名以后旧地址照常能用"
      />
      <TextField
        label="短名"
        {...field("slug", one?.slug)}
        help={one ? "批量导入时也可以用它" : "批量导入时也可以用它；可以不填"}
      />
      <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
        {busy ? "正在保存…" : "保存"}
      </Button>
    </Form>
  );
}

function Move({ one, others }: { one: EditedClassification; others: readonly EditedClassification[] }) {
  const { ref, busy, field, notice, values } = useAdminForm<unknown, ClassificationForm>(["to"], ["try", "move"]);
  const other = others.find(({ id }) => id === one.movingWith);
  return (
    <section className="admin-panel" aria-labelledby="move-title">
      <h2 id="move-title">全部移到另一个分类</h2>
      <p>
        里面有 {one.writtenCount} 份内容，其中公开的 {one.publicCount} 份，其余是已删除、还可能恢复的。
      </p>
      {one.movingWith === null ? null : (
        <p role="status">正在和{other ? `“${other.name}”` : "另一个分类"}之间移动，稍后再打开这一页。</p>
      )}
      {one.writtenCount === 0 ? null : others.length === 0 ? (
        <p>没有别的分类可以移过去，先新建一个。</p>
      ) : (
        <Form ref={ref} method="post" className="form" noValidate>
          <AdminNotice notice={notice} />
          <SelectField
            key={values?.to}
            label="移到"
            {...field("to")}
            options={[["", "请选择"], ...others.map((each) => [String(each.id), each.name] as const)]}
          />
          {values?.tried ? <p role="status">{values.tried}</p> : null}
          <div className="admin-head__actions">
            <Button type="submit" name="intent" value="try" busy={busy}>
              先看看会怎样
            </Button>
            <Button type="submit" name="intent" value="move" variant="danger" busy={busy}>
              移走“{one.name}”里的全部内容
            </Button>
          </div>
        </Form>
      )}
    </section>
  );
}

function Placing({ one }: { one: EditedClassification }) {
  const names = ["hide", "show", "remove"];
  const { ref, busy, field, notice } = useAdminForm<unknown, ClassificationForm>(["reason"], names);
  return (
    <Form ref={ref} method="post" className="form admin-danger" noValidate>
      <AdminNotice notice={notice} />
      <TextField label="原因，记入日志" {...field("reason")} />
      <div className="admin-head__actions">
        {one.hidden ? (
          <Button type="submit" name="intent" value="show" busy={busy}>
            重新显示“{one.name}”
          </Button>
        ) : (
          <Button type="submit" name="intent" value="hide" variant="danger" busy={busy}>
            隐藏“{one.name}”
          </Button>
        )}
        {one.writtenCount === 0 ? (
          <Button type="submit" name="intent" value="remove" variant="danger" busy={busy}>
            删除“{one.name}”
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
