import { agreementApi } from "#app/contract/people/agreement";
import { attempt, refusedResult } from "#app/forms/attempt.server";
import type { Refused } from "#app/forms/form-result";
import { textOf } from "#app/forms/read-form.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Version of zhiku's terms that the member must accept before ordering; null if none. */
export async function pendingOrderTerms(args: ServerArgs): Promise<number | null> {
  const pending = await optional(gateway(args).call(agreementApi.pending, { query: { by: "order-form" } }));
  return pending?.find(({ key }) => key === "zhiku")?.version ?? null;
}

const UNTICKED = { message: "请先同意知库服务协议", fields: { agreed: "请先阅读知库服务协议，再勾选同意" } };

/**
 * Records the acceptance of the terms' version named in the form, if one is required.
 * @returns why the order can't be made; null if it can
 */
export async function agreeToOrderTerms<Values extends object>(
  args: ServerArgs,
  form: FormData,
  values: Values,
): Promise<Refused<unknown, Values> | null> {
  if ((await pendingOrderTerms(args)) === null) return null;
  // Only the version that was shown can be accepted.
  const version = Number(textOf(form, "agreed"));
  if (!form.has("agreed")) return refusedResult({ code: "INVALID_PARAMS", ...UNTICKED }, values);
  const agreed = [{ key: "zhiku" as const, version }];
  const noted = await attempt(() => gateway(args).call(agreementApi.agree, { body: { agreed } }), { values });
  return noted.status === "refused" ? noted : null;
}
