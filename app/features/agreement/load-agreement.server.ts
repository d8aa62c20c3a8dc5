import type { LoaderFunctionArgs } from "@remix-run/node";
import { agreementApi } from "#app/contract/agreement";
import type { AgreementKey } from "#app/contract/agreements";
import { loadSiteText } from "#app/features/site-text/load-site-text.server";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";

/** An agreement as it holds now, and its versions where the upstream keeps them. @throws Response: 404 when there is none */
export async function loadAgreement(args: LoaderFunctionArgs, key: AgreementKey) {
  const [text, versions] = await Promise.all([
    loadSiteText(args, key),
    optional(gateway(args).call(agreementApi.versions, { params: { key } })),
  ]);
  return { text, versions: versions ?? [] };
}
