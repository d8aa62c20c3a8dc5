import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { TextField } from "#app/components/ui/text-field";
import { adminTagApi, type EditedTag } from "#app/contract/admin/site/tag";
import { countsText, kindsWith } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { LogLink } from "#app/features/admin/log-link";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { changeTag, type TagForm, tagOf } from "#app/features/admin/tag/change-tag.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";

export async function loader(args: LoaderFunctionArgs) {
  const name = tagOf(args.request);
  const tag = await unlessReturned(args, async () => {
    await requireConsole(args);
    return loadForStaff(args, adminTagApi.get, { query: { name } });
  });
  return { name, tag };
}

export const action = (args: ActionFunctionArgs) => changeTag(args);

/** Placeholder for a tag that can't be loaded at the moment, so that typed input is not lost. */
const UNKNOWN: Omit<EditedTag, "name"> = {
  total: 0,
  state: "used",
  meant: null,
  synonyms: [],
  moving: false,
  touched: Object.fromEntries([...kindsWith("tagged"), "case"].map((kind) => [kind, 0])) as EditedTag["touched"],
};

export default function AdminTag() {
  const { name, tag } = useLoaderData<typeof loader>();
  const one: EditedTag = tag ?? { name, ...UNKNOWN };
  return (
    <>
      <AdminHead title={`标签“${one.name}”`} up={{ label: "标签", to: adminPaths.tags() }}>
        {one.state === "used" ? (
          <>
            <LinkButton to={paths.questions({ tag: one.name })} variant="quiet" icon="eye" reload>
              看问题
            </LinkButton>
            <LinkButton to={paths.articles({ tag: one.name })} variant="quiet" icon="eye" reload>
              看文章
            </LinkButton>
          </>
        ) : null}
        <LogLink to={adminPaths.logOf("tag", one.name)} />
      </AdminHead>
      {one.meant === null ? (
        <p>
          带着它的有 {countsText(one.touched)}。
          {one.state === "hidden" ? "它隐藏着：没有内容带着它，写了也不会带上。" : ""}
        </p>
      ) : (
        <p>
          它是“<Link to={adminPaths.tag(one.meant)}>{one.meant}</Link>”的同义词：写它的内容保存时带上“{one.meant}
          ”，它的地址转到那里。
        </p>
      )}
      {one.moving ? <p role="status">还在改动，稍后再打开这一页。</p> : null}
      {one.state === "used" ? (
        <>
          <Rename name={one.name} />
          <Merge name={one.name} />
          <Synonyms tag={one} />
        </>
      ) : null}
      {one.state === "synonym" ? <Free name={one.name} /> : <Hiding tag={one} />}
    </>
  );
}

const useTagForm = (names: readonly string[], intents: readonly string[]) =>
  useAdminForm<unknown, TagForm>(names, intents);

function Rename({ name }: { name: string }) {
  const { ref, busy, field, notice, values } = useTagForm(["to"], ["try-rename", "rename"]);
  return (
    <section className="admin-panel" aria-labelledby="rename-title">
      <h2 id="rename-title">改名</h2>
      <Form ref={ref} method="post" className="form" noValidate>
        <AdminNotice notice={notice} />
        <TextField label="新名字" {...field("to")} help="旧名字成为同义词，旧地址转到新的" />
        {values?.tried ? <p role="status">{values.tried}</p> : null}
        <div className="admin-head__actions">
          <Button type="submit" name="intent" value="try-rename" busy={busy}>
            先看看会怎样
          </Button>
          <Button type="submit" name="intent" value="rename" variant="primary" busy={busy}>
            给“{name}”改名
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Merge({ name }: { name: string }) {
  const { ref, busy, field, notice, values } = useTagForm(["to", "reason"], ["try-merge", "merge"]);
  return (
    <section className="admin-panel" aria-labelledby="merge-title">
      <h2 id="merge-title">并入另一个标签</h2>
      <Form ref={ref} method="post" className="form" noValidate>
        <AdminNotice notice={notice} />
        <TextField label="并入" {...field("to")} help="一个已有的标签。两个都带着的内容只留一个" />
        <TextField label="原因，记入日志" {...field("reason")} />
        {values?.tried ? <p role="status">{values.tried}</p> : null}
        <div className="admin-head__actions">
          <Button type="submit" name="intent" value="try-merge" busy={busy}>
            先看看会怎样
          </Button>
          <Button type="submit" name="intent" value="merge" variant="danger" busy={busy}>
            把“{name}”并过去
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Synonyms({ tag: { synonyms } }: { tag: EditedTag }) {
  const { ref, busy, field, notice } = useTagForm(["synonym"], ["add-synonym", "remove-synonym"]);
  return (
    <section className="admin-panel" aria-labelledby="synonyms-title">
      <h2 id="synonyms-title">同义词</h2>
      <p>写了同义词的内容，保存时带上这个标签；大小写、全角半角不同的也认得。</p>
      {synonyms.map((synonym) => (
        <Form key={synonym} method="post" className="admin-inline">
          <input type="hidden" name="synonym" value={synonym} />
          <span>{synonym}</span>
          <Button
            type="submit"
            name="intent"
            value="remove-synonym"
            size="small"
            variant="quiet"
            busy={busy}
            aria-label={`去掉同义词 ${synonym}`}
          >
            去掉
          </Button>
        </Form>
      ))}
      <Form ref={ref} method="post" className="admin-inline" noValidate>
        <AdminNotice notice={notice} />
        <TextField label="加一个同义词" {...field("synonym")} />
        <Button type="submit" name="intent" value="add-synonym" busy={busy}>
          添加
        </Button>
      </Form>
    </section>
  );
}

/** Turns a synonym back into a tag. */
function Free({ name }: { name: string }) {
  const { ref, busy, notice } = useTagForm([], ["remove-synonym"]);
  return (
    <Form ref={ref} method="post" className="form admin-danger">
      <AdminNotice notice={notice} />
      <input type="hidden" name="synonym" value={name} />
      <Button type="submit" name="intent" value="remove-synonym" variant="danger" busy={busy}>
        不再当作同义词
      </Button>
    </Form>
  );
}

function Hiding({ tag: { name, state } }: { tag: EditedTag }) {
  const { ref, busy, field, notice, values } = useTagForm(["reason"], ["try-hide", "hide", "show"]);
  return (
    <Form ref={ref} method="post" className="form admin-danger" noValidate>
      <AdminNotice notice={notice} />
      {state === "hidden" ? (
        <Button type="submit" name="intent" value="show" busy={busy}>
          重新显示“{name}”，放回原来的内容上
        </Button>
      ) : (
        <>
          <p>隐藏的标签从内容上取下，没有列表，不再建议，写了也不会带上。</p>
          <TextField label="原因，记入日志" {...field("reason")} />
          {values?.tried ? <p role="status">{values.tried}</p> : null}
          <div className="admin-head__actions">
            <Button type="submit" name="intent" value="try-hide" busy={busy}>
              先看看会怎样
            </Button>
            <Button type="submit" name="intent" value="hide" variant="danger" busy={busy}>
              隐藏“{name}”
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
