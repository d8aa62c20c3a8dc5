import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button, LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { FlashMessage } from "#app/components/ui/flash-message";
import { pageMeta } from "#app/features/seo/meta";
import { deleteWritten, loadWritten } from "#app/features/write/delete-written.server";
import { attempt } from "#app/forms/attempt.server";
import type { Refused } from "#app/forms/form-result";
import { respond } from "#app/forms/respond.server";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import { missingOf } from "#app/server/site/capabilities.server";
import { hereOf } from "#app/server/urls/here.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: `删除这${data.what}`, path: paths.trash(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args, paths.login(hereOf(args.request)));
  return loadWritten(args);
}

export async function action(args: ActionFunctionArgs) {
  await requireUser(args, paths.login(paths.trash()));
  const result = await attempt(() => deleteWritten(args));
  const trash = !(await missingOf(args)).includes("trash");
  const flash = trash ? "已删除，30 天内可以在这里恢复" : "已删除";
  return respond(args, result, { back: trash ? paths.trash() : "/", flash, echo: true, leads: true });
}

export default function Delete() {
  const { what, title, back, edit } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused>();
  const trash = useOffered("trash");
  return (
    <Columns>
      <PageHead title={edit ? `这${what}不能删除` : `删除这${what}？`} />
      <Card>
        {refused ? <FlashMessage kind="error" message={refused.message} /> : null}
        <p>
          <strong>{title}</strong>
        </p>
        {edit ? (
          <>
            <p>已经有人回答了这个问题，删除会带走他们写的内容，所以不能删除。可以修改问题，补充说明现在的情况。</p>
            <p className="dialog__actions">
              <LinkButton to={back}>返回</LinkButton>
              <LinkButton to={edit} variant="primary">
                补充说明
              </LinkButton>
            </p>
          </>
        ) : (
          <>
            <p>{trash ? "删除后别人看不到它，30 天内可以在“我的回收站”里恢复。" : "删除后不能恢复。"}</p>
            <form method="post" className="dialog__actions">
              <LinkButton to={back}>取消</LinkButton>
              <Button type="submit" variant="danger">
                删除
              </Button>
            </form>
          </>
        )}
      </Card>
    </Columns>
  );
}
