import { type Code, MESSAGES } from "#app/contract/codes";
import { tokenOf } from "#app/server/cookies/session.server";
import { LoginEndedError, UpstreamError } from "#app/server/errors/upstream-error";
import type { ServerArgs } from "#app/server/server-args.server";
import type { Envelope } from "./read-envelope.server";

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
