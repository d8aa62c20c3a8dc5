import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FIRST_RULES, houseRuleApi } from "#app/contract/moderation/house-rule";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { pageError } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ title: "社区规则", path: paths.houseRules(), description: LEAD }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const rules = await gateway(args)
    .call(houseRuleApi.list, {})
    .catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      // Built-in rules apply if the upstream stores none.
      if (error.code === "NOT_IMPLEMENTED") return FIRST_RULES;
      throw pageError(error, args);
    });
  return { rules };
}

const LEAD = "在这里发布的内容，都请遵守下面的规则。";

export default function HouseRules() {
  const { rules } = useLoaderData<typeof loader>();
  return (
    <article className="card site-page">
      <h1 className="site-page__title">社区规则</h1>
      {rules.length > 0 ? (
        <>
          <p>{LEAD}请不要发布这样的内容：</p>
          <ol className="house-rules">
            {rules.map(({ key, name, text }) => (
              <li key={key} id={`rule-${key}`}>
                <strong>{name}</strong>
                {text ? <p>{text}</p> : null}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p>还没有写下规则。</p>
      )}
      <p>
        违反规则的内容会被退回或移除，严重的会限制账号。你会在系统消息里读到违反了哪一条；有异议可以申诉一次，由另一位工作人员复核。看到违反规则的内容，请点它旁边的“举报”。
      </p>
    </article>
  );
}
