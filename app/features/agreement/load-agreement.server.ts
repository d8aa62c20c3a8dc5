import type { LoaderFunctionArgs } from "@remix-run/node";
import { agreementApi } from "#app/contract/people/agreement";
import type { AgreementKey } from "#app/contract/people/agreements";
import { loadSiteText } from "#app/features/site-text/load-site-text.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";

/**
 * Loads an agreement's current version, and its other versions if the upstream stores them.
 * @throws Response: 404 if there is none
 */
export async function loadAgreement(args: LoaderFunctionArgs, key: AgreementKey) {
  const [text, versions] = await Promise.all([
    loadSiteText(args, key),
    optional(gateway(args).call(agreementApi.versions, { params: { key } })),
  ]);
  return { text, versions: versions ?? [] };
}
