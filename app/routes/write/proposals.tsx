import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { TitleText } from "#app/components/ui/title-text";
import { KINDS } from "#app/contract/kinds";
import { proposalApi } from "#app/contract/writing/proposal";
import { proposalPaths } from "#app/features/proposal/proposal-paths";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "等我答复的修改建议", path: paths.waitingProposals(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("proposal")) throw notFound();
  await requireUser(args, paths.login(paths.waitingProposals()));
  const waiting = await gateway(args).load(proposalApi.waiting, {});
  return { waiting: waiting.map((one) => ({ ...one, name: KINDS[one.kind].name })) };
}

export default function Proposals() {
  const { waiting } = useLoaderData<typeof loader>();
  return (
    <Columns>
      <PageHead title="等我答复的修改建议" text="读者对我的问题、回答和文章提的，采纳或谢绝之后就不在这里了。" />
      <Card flush>
        {waiting.length === 0 ? (
          <EmptyState text="没有等着答复的修改建议" action={{ label: "回到首页", to: paths.home() }} />
        ) : (
          <ul className="items">
            {waiting.map(({ id, name, title, reason, by, createdAt }) => (
              <li key={id} className="item">
                <div className="item__body">
                  <h2 className="item__title">
                    <Link to={proposalPaths.one(id)}>
                      <TitleText text={title} />
                    </Link>
                  </h2>
                  <p className="item__excerpt clamp-2">{reason}</p>
                  <div className="item__foot">
                    <Tag>{name}</Tag>
                    <span>
                      {by.nickname} · <Time value={createdAt} />
                    </span>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Columns>
  );
}
