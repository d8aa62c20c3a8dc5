import { type Code, MESSAGES } from "#app/contract/codes";
import type { Envelope } from "./read-envelope.server";
import type { ServerArgs } from "./server-args.server";
import { tokenOf } from "./session.server";
import { LoginEndedError, UpstreamError } from "./upstream-error";

/**
 * Creates the error of a refusal, and marks a rejected token so that the response clears its cookie
 * (`createAppHandler`).
 */
export function refusal({ request, context }: ServerArgs, name: string, reply: Envelope): UpstreamError {
  const { code, data } = reply;
  // Without a message, a reader would not see why nothing happens.
  const message = reply.message.trim() || MESSAGES[code as Code] || MESSAGES.INTERNAL;
  if (code !== "NOT_LOGIN" || !tokenOf(request)) return new UpstreamError(code, message, data, name);
  context.loginEnded = true;
  return new LoginEndedError(code, message, data, name);
}
