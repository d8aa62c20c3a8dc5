import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { ContentsAside, WORTH_LISTING } from "#app/components/ui/contents-list";
import { MESSAGES } from "#app/contract/codes";
import { caseApi } from "#app/contract/content/case";
import { CaseArticle } from "#app/features/case/case-article";
import { caseMeta } from "#app/features/case/case-meta";
import { ReportBox } from "#app/features/case/report-box";
import { SimilarCases } from "#app/features/case/similar-cases";
import { similarCases } from "#app/features/case/similar-cases.server";
import { Comments } from "#app/features/comment/comments";
import { loadComments } from "#app/features/comment/load-comments.server";
import { LazyMoreMenu } from "#app/features/more/lazy-more-menu";
import { FavoriteButton, LikeButton } from "#app/features/reaction/reaction-buttons";
import { attempt, refusedResult } from "#app/forms/attempt.server";
import type { Refused } from "#app/forms/form-result";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { tokenOf } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { isOwnObjectUrl } from "#app/server/uploads/object-url.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => caseMeta(data?.detail, matches);

export async function loader(args: LoaderFunctionArgs) {
  const id = numberOfParam(args);
  const { load, call } = gateway(args);
  const loaded = load(caseApi.get, { params: { id } });
  const [detail, own, comments, similar] = await Promise.all([
    loaded,
    tokenOf(args.request) ? optional(call(caseApi.extraInfo, { params: { id } })) : null,
    loadComments(args, { kind: "case", id }),
    loaded.then((detail) => similarCases(args, detail)),
  ]);
  return { detail, own, comments, similar };
}

/** Redirects to the report at a URL that is valid for a minute. */
export async function action(args: ActionFunctionArgs) {
  const id = numberOfParam(args);
  await requireUser(args, paths.login(paths.case(id)));
  const result = await attempt(() => gateway(args).call(caseApi.downloadReportUrl, { body: { id } }));
  const back = paths.case(id);
  if (result.status !== "ok") return respond(args, result, { back, echo: true });
  if (isOwnObjectUrl(result.data.url)) return redirect(result.data.url);
  return respond(args, refusedResult({ code: "INTERNAL", message: MESSAGES.INTERNAL, fields: {} }), {
    back,
    echo: true,
  });
}

export default function Case() {
  const { detail, own, comments, similar } = useLoaderData<typeof loader>();
  const failed = useActionData<Refused>();
  const { report } = detail;
  const worthContents = detail.headings.length >= WORTH_LISTING;
  return (
    <Columns
      side={
        worthContents || similar.cases?.length !== 0 ? (
          <>
            {worthContents ? <ContentsAside headings={detail.headings} /> : null}
            <SimilarCases {...similar} />
          </>
        ) : null
      }
    >
      <CaseArticle detail={detail}>
        <div className="actions" id="reactions">
          <LikeButton
            kind="case"
            id={detail.id}
            count={own?.likeCount ?? detail.likeCount}
            active={own?.liked ?? false}
            showLabel
            anchor="reactions"
          />
          <FavoriteButton
            kind="case"
            id={detail.id}
            count={own?.favoriteCount ?? detail.favoriteCount}
            active={own?.favorited ?? false}
            showLabel
            anchor="reactions"
          />
          <LazyMoreMenu what="这个案例" report={`case:${detail.id}`} favorite={{ kind: "case", id: detail.id }} />
        </div>
      </CaseArticle>
      {report ? <ReportBox report={report} error={failed?.message} /> : null}
      <div className="card">
        <Comments id="comments" place={null} page={comments} authorId={null} title="评论" />
      </div>
    </Columns>
  );
}
