import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link } from "#app/components/ui/link";
import { Prose } from "#app/components/ui/prose";
import { Time } from "#app/components/ui/time";
import { agreementApi } from "#app/contract/people/agreement";
import { AGREEMENTS, type AgreementKey } from "#app/contract/people/agreements";
import { pageMeta } from "#app/features/seo/meta";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    // Search engines should index the current version.
    data && { title: `${data.title}（第 ${data.version} 版）`, path: AGREEMENTS[data.key].path },
    matches,
  );

/** A past or future version. */
export async function loader(args: LoaderFunctionArgs) {
  const { key = "", version = "" } = args.params;
  if (!Object.hasOwn(AGREEMENTS, key) || !/^[1-9]\d{0,5}$/.test(version)) throw notFound();
  return gateway(args).load(agreementApi.version, { params: { key: key as AgreementKey, version: Number(version) } });
}

export default function PolicyVersion() {
  const { key, version, title, state, effectiveAt, contentHtml } = useLoaderData<typeof loader>();
  return (
    <article className="card site-page">
      <h1 className="site-page__title">{title}</h1>
      <p className="site-page__note">
        第 {version} 版，
        <Time value={effectiveAt} format="date" /> 起生效
        {state === "past" ? "，已被新的版本取代" : state === "coming" ? "，尚未生效" : ""}。
        {state === "current" ? null : <Link to={AGREEMENTS[key].path}>看现行的版本</Link>}
      </p>
      <Prose html={contentHtml} />
    </article>
  );
}
