import { agreementApi } from "#app/contract/agreement";
import { attempt, refusalOf } from "#app/forms/attempt.server";
import type { Refused } from "#app/forms/form-result";
import { textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Version of zhiku's terms that the member of this request has yet to agree to before ordering; null where none is asked. */
export async function pendingOrderTerms(args: ServerArgs): Promise<number | null> {
  const pending = await optional(gateway(args).call(agreementApi.pending, { query: { by: "order-form" } }));
  return pending?.find(({ key }) => key === "zhiku")?.version ?? null;
}

const UNTICKED = { message: "请先同意知库服务协议", fields: { agreed: "请先阅读知库服务协议，再勾选同意" } };

/**
 * Notes that whoever sends this form agrees to the version that it names, where one is asked for.
 * @returns why the order is not to be made; null when nothing is in its way
 */
export async function agreeToOrderTerms<Values extends object>(
  args: ServerArgs,
  form: FormData,
  values: Values,
): Promise<Refused<unknown, Values> | null> {
  if ((await pendingOrderTerms(args)) === null) return null;
  // The version that was shown: of another one nobody has read anything.
  const version = Number(textOf(form, "agreed"));
  if (!form.has("agreed")) return refusalOf({ code: "INVALID_PARAMS", ...UNTICKED }, values);
  const agreed = [{ key: "zhiku" as const, version }];
  const noted = await attempt(() => gateway(args).call(agreementApi.agree, { body: { agreed } }), { values });
  return noted.status === "refused" ? noted : null;
}
