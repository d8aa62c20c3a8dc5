import { appealPaths } from "#app/appeal-paths";
import { MESSAGES, UNSENT_MESSAGE } from "#app/contract/codes";
import { ownPage } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import type { Done, FormResult, Refused } from "./form-result";

type Options<Values> = {
  /** Submitted values, returned with a refusal. */
  values?: Values;
  /** Whether a form of zhiku whose login has ended is returned with its text, instead of leaving for zhiku's home. */
  keepsTyped?: boolean;
  /** Codes of refusals that the caller itself explains, instead of the pages that they have of their own. */
  explains?: readonly string[];
};

/**
 * Runs a form's work and turns a refusal of the upstream into a result with a message per field.
 * @throws Response: a redirect, for refusals that have a page of their own
 */
export async function attempt<Data, Values = object>(
  work: () => Promise<Data>,
  { values, keepsTyped = false, explains = [] }: Options<Values> = {},
): Promise<FormResult<Data, Values>> {
  try {
    return { status: "ok", data: await work() } satisfies Done<Data>;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const told = (keepsTyped && error.code === "NOT_LOGIN") || explains.includes(error.code);
    const page = told ? null : ownPage(error);
    if (page) throw page;
    const { writer, sanction } = (error.data ?? {}) as { writer?: unknown; sanction?: unknown };
    return {
      ...refusedResult(error, values),
      ...(typeof writer === "number" ? { writer } : {}),
      ...(typeof sanction === "number" ? { remedy: appealOf(sanction) } : {}),
    };
  }
}

const appealOf = (sanction: number) => ({
  label: "申诉",
  to: appealPaths.decision("sanction", sanction),
  apart: true as const,
});

/**
 * Refusal, with the submitted values, of a form that arrived without a valid login; nothing was done. See
 * `loginRefusalCode`.
 */
export const loginRefusal = <Values>(code: "NOT_LOGIN" | "NETWORK", values: Partial<Values>): Refused<Values> =>
  refusedResult({ code, message: code === "NETWORK" ? UNSENT_MESSAGE : MESSAGES[code], fields: {} }, values);

/** Form result for an upstream error, with the submitted values. */
export const refusedResult = <Values = object>(
  { code, message, fields }: Pick<UpstreamError, "code" | "message" | "fields">,
  values: Partial<Values> = {},
): Refused<Values> => ({ status: "refused", code, message, fields, values });
