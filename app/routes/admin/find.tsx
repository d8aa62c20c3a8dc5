import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { TextField } from "#app/components/ui/text-field";
import { AdminHead } from "#app/features/admin/admin-head";
import { findAnything } from "#app/features/admin/frame/find-anything.server";
import { requireConsole } from "#app/features/admin/staff-gate.server";

/** Maximum characters of a search; longer input is neither a name nor one of our URLs. */
const TYPED_MAX = 500;

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const given = new URL(args.request.url).searchParams.get("q")?.trim() ?? "";
  const q = [...given].slice(0, TYPED_MAX).join("");
  if (q === "") return { q, groups: [], incomplete: false };
  return { q, ...(await findAnything(args, q, permissions)) };
}

export default function AdminFind() {
  const { q, groups, incomplete } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead
        title={q ? `查找“${q}”` : "查找"}
        text="昵称、手机尾号、编号、标题、订单号、前台的地址，或后台的一页。"
      />
      <Form key={q} method="get" role="search" className="admin-filter">
        <TextField label="要找的" name="q" type="search" defaultValue={q} />
        <Button type="submit" icon="search">
          查找
        </Button>
      </Form>
      {incomplete ? <FlashMessage kind="error" message="有一部分没能查到，下面的可能不全，请稍后再试。" /> : null}
      {groups.length === 0 ? (
        <EmptyState text={q ? "没有找到。可以换个说法，或写编号。" : "写下要找的，一次查遍后台。"} />
      ) : (
        groups.map(({ title, list, more }) => (
          <section key={title} className="admin-found">
            <h2>{title}</h2>
            <ul className="admin-log">
              {list.map(({ label, note, to }) => (
                <li key={to} className="admin-log__row" data-queue-row="">
                  <Link to={to}>{label}</Link>
                  <span className="admin-log__note">{note}</span>
                </li>
              ))}
            </ul>
            {more ? (
              <p>
                <Link to={more}>更多{title}</Link>
              </p>
            ) : null}
          </section>
        ))
      )}
    </>
  );
}
