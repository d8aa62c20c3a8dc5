import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Envelope } from "./read-envelope.server";
import { tokenOf } from "./session.server";
import { LoginEndedError, UpstreamError } from "./upstream-error";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** Makes the error of a refusal. A token that is refused is taken away with the response, whatever that is (`createAppHandler`). */
export function refusal({ request, context }: Args, name: string, reply: Envelope): UpstreamError {
  const { code, message, data } = reply;
  if (code !== "NOT_LOGIN" || !tokenOf(request)) return new UpstreamError(code, message, data, name);
  context.loginEnded = true;
  return new LoginEndedError(code, message, data, name);
}
