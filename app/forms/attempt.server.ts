import { MESSAGES, NETWORK_MESSAGE } from "#app/contract/codes";
import { ownPage } from "#app/server/page-error.server";
import { UpstreamError } from "#app/server/upstream-error";
import type { Done, FormResult, Refused } from "./form-result";

type Options<Values> = {
  /** Typed texts: they come back with a refusal. */
  values?: Values;
  /** The form holds what somebody has typed: it comes back also when the login has ended. */
  typed?: boolean;
  /** The caller leads to the professional profile by itself, and back to what was wanted. */
  asksForProfile?: boolean;
};

/**
 * Does what a form asks for; what the upstream refuses comes back as a result, with a message for each field.
 * @throws Response: to the page that a refusal has of its own
 */
export async function attempt<Data, Values = object>(
  work: () => Promise<Data>,
  { values, typed = false, asksForProfile = false }: Options<Values> = {},
): Promise<FormResult<Data, Values>> {
  try {
    return { status: "ok", data: await work() } satisfies Done<Data>;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const told = (typed && error.code === "NOT_LOGIN") || (asksForProfile && error.code === "USER_INFO_INCOMPLETE");
    const page = told ? null : ownPage(error);
    if (page) throw page;
    return refusalOf(error, values);
  }
}

/** Refusal of a form that nobody's login proves, before it was looked at, with what was typed; see `loginRefusalCode`. */
export const loginRefusal = <Values>(code: "NOT_LOGIN" | "NETWORK", values: Partial<Values>): Refused<Values> =>
  refusalOf({ code, message: code === "NETWORK" ? NETWORK_MESSAGE : MESSAGES[code], fields: {} }, values);

/** Refusal that an error of the upstream means for a form, with what was typed. */
export const refusalOf = <Values = object>(
  { code, message, fields }: Pick<UpstreamError, "code" | "message" | "fields">,
  values: Partial<Values> = {},
): Refused<Values> => ({ status: "refused", code, message, fields, values });
