import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { commentEditApi } from "#app/contract/content/comment-edit";
import { askAgreements } from "#app/features/agreement/ask-agreements.server";
import { commentPath, type PlacedComment } from "#app/features/comment/comment-path.server";
import { correctionPath } from "#app/features/comment/comment-query";
import { correctComment } from "#app/features/comment/correct-comment.server";
import { CorrectionForm, type CorrectionResult } from "#app/features/comment/correction-form";
import { pageMeta } from "#app/features/seo/meta";
import { readForm } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { isFormReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { backPath } from "#app/server/urls/back-path.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "修改评论", path: correctionPath(data.id), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const id = numberOfParam(args);
  if ((await missingOf(args)).includes("comment-edit")) throw notFound();
  const { load, call } = gateway(args);
  // A refused form contains what was typed, even if the session has ended.
  if (isFormReturned(args.context)) {
    return { id, comment: await optional(call(commentEditApi.init, { params: { id } })), next: paths.home() };
  }
  const here = correctionPath(id);
  await requireUser(args, paths.login(here));
  await askAgreements(args, here);
  const comment = await load(commentEditApi.init, { params: { id } });
  return { id, comment, next: backTo(args.request, comment) };
}

/** Page from which the correction was opened; where the comment is, if it was opened by its URL or after a login. */
function backTo(request: Request, comment: PlacedComment): string {
  const from = backPath(request, `comment-${comment.id}`);
  const [page = ""] = from.split(/[?#]/);
  return [paths.home(), paths.login(), correctionPath(comment.id)].includes(page) ? commentPath(comment) : from;
}

export async function action(args: ActionFunctionArgs) {
  const result = await correctComment(args, numberOfParam(args), await readForm(args.request));
  const done = result.status === "ok" ? result.data : { to: paths.home(), message: undefined };
  return respond(args, result, { back: done.to, flash: done.message, echo: true, leads: true, ended: LOGIN_ENDED });
}

const LOGIN_ENDED = "登录已失效，写好的评论还在下面。请在新窗口登录，再回到这里保存";

export default function CorrectComment() {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<CorrectionResult>();
  const next = result?.values?.next ?? loaded.next;
  return (
    <Columns>
      <PageHead title="修改评论" text="修改后的评论会标明编辑时间。" />
      <Card>
        <CorrectionForm
          key={loaded.id}
          comment={loaded.comment ?? { id: loaded.id, text: "", version: 1 }}
          next={next}
          result={result}
        />
        <LinkButton to={next} variant="quiet">
          返回
        </LinkButton>
      </Card>
    </Columns>
  );
}
