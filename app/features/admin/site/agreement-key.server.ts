import { AGREEMENTS, type AgreementKey } from "#app/contract/people/agreements";
import { notFound } from "#app/server/errors/page-error.server";

/** The agreement in a URL. @throws Response: not found */
export function agreementKeyOf({ params: { key } }: { params: { key?: string | undefined } }): AgreementKey {
  if (key === undefined || !Object.hasOwn(AGREEMENTS, key)) throw notFound();
  return key as AgreementKey;
}
