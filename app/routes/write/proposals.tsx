import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { KINDS } from "#app/contract/kinds";
import { proposalApi, type WaitingProposal } from "#app/contract/writing/proposal";
import { proposalPaths } from "#app/features/proposal/proposal-paths";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "修改建议", path: paths.waitingProposals(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("proposal")) throw notFound();
  await requireUser(args, paths.login(paths.waitingProposals()));
  const { load } = gateway(args);
  const [received, made] = await Promise.all([
    load(proposalApi.waiting, { query: {} }),
    load(proposalApi.waiting, { query: { by: "me" } }),
  ]);
  return { received: received.map(withName), made: made.map(withName) };
}

/** A proposal with the name of its text's kind. */
const withName = (one: WaitingProposal) => ({ ...one, name: KINDS[one.kind].name });
type Listed = ReturnType<typeof withName>;

export default function Proposals() {
  const { received, made } = useLoaderData<typeof loader>();
  return (
    <Columns>
      <PageHead title="修改建议" text="等着答复的都在这里，采纳、谢绝或撤回之后就不在了。" />
      <Card title="等我答复的" flush>
        {received.length === 0 ? (
          <EmptyState text="没有等着答复的修改建议" action={{ label: "回到首页", to: paths.home() }} />
        ) : (
          <ProposalList proposals={received} />
        )}
      </Card>
      {made.length > 0 ? (
        <Card title="我提的，等作者答复" flush>
          <ProposalList proposals={made} mine />
        </Card>
      ) : null}
    </Columns>
  );
}

/** Pending proposals, each with a link to its page; those of one's own without the name. */
function ProposalList({ proposals, mine = false }: { proposals: readonly Listed[]; mine?: boolean }) {
  return (
    <ul className="items">
      {proposals.map(({ id, name, title, reason, by, createdAt }) => (
        <li key={id} className="item">
          <div className="item__body">
            <h3 className="item__title">
              <Link to={proposalPaths.one(id)}>{title}</Link>
            </h3>
            <p className="item__excerpt clamp-2">{reason}</p>
            <div className="item__foot">
              <Tag>{name}</Tag>
              <span>
                {mine ? "" : `${by.nickname} · `}
                <Time value={createdAt} />
              </span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
