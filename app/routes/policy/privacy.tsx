import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AGREEMENTS } from "#app/contract/people/agreements";
import { AgreementPage } from "#app/features/agreement/agreement-page";
import { loadAgreement } from "#app/features/agreement/load-agreement.server";
import { pageMeta } from "#app/features/seo/meta";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: data.text.title, path: AGREEMENTS.privacy.path }, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadAgreement(args, "privacy");
}

export default function Privacy() {
  return <AgreementPage {...useLoaderData<typeof loader>()} />;
}
