import { type Code, MESSAGES } from "#app/contract/codes";
import type { Envelope } from "./read-envelope.server";
import type { ServerArgs } from "./server-args.server";
import { tokenOf } from "./session.server";
import { LoginEndedError, UpstreamError } from "./upstream-error";

/** Makes the error of a refusal. A token that is refused is taken away with the response, whatever that is (`createAppHandler`). */
export function refusal({ request, context }: ServerArgs, name: string, reply: Envelope): UpstreamError {
  const { code, data } = reply;
  // Without a word a reader would see that nothing happens, and not why.
  const message = reply.message.trim() || MESSAGES[code as Code] || MESSAGES.INTERNAL;
  if (code !== "NOT_LOGIN" || !tokenOf(request)) return new UpstreamError(code, message, data, name);
  context.loginEnded = true;
  return new LoginEndedError(code, message, data, name);
}
