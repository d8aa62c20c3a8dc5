import { redirect } from "@remix-run/node";
import { type ConsoleUser, consoleApi } from "#app/contract/admin/system/console";
import type { CallData, CallInput, Endpoint } from "#app/contract/endpoint";
import { paths } from "#app/paths";
import { pageError, wrongAddress } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { hereOf } from "#app/server/urls/here.server";
import { adminPaths } from "./admin-paths";
import { typedTextsPage } from "./typed-texts.server";

/**
 * The viewer as a staff member with a verified second factor. For everybody else the console does not exist.
 * @throws Response: redirect to the login or to the second factor, or not found
 */
export async function requireConsole(args: ServerArgs): Promise<ConsoleUser> {
  const user = await consoleUser(args);
  if (!user.verified) throw redirect(adminPaths.verify(hereOf(args.request)));
  return user;
}

/** The viewer as a staff member, the second factor possibly unverified. @throws Response like `requireConsole` */
export async function consoleUser(args: ServerArgs): Promise<ConsoleUser> {
  args.context.personal = true;
  try {
    return await gateway(args).call(consoleApi.me, {});
  } catch (error) {
    throw refusalPage(args, error);
  }
}

/** Calls the upstream for a page of the console. @throws Response: the page for a refusal */
export async function loadForStaff<E extends Endpoint>(
  args: ServerArgs,
  endpoint: E,
  input: CallInput<E>,
): Promise<CallData<E>> {
  args.context.personal = true;
  try {
    return await gateway(args).call(endpoint, input);
  } catch (error) {
    throw refusalPage(args, error);
  }
}

function refusalPage(args: ServerArgs, error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const typed = typedTextsPage(args.context);
  if (typed) return typed;
  const here = hereOf(args.request);
  if (error.code === "NOT_LOGIN") return redirect(paths.login(here));
  if (error.code === "STAFF_UNVERIFIED") return redirect(adminPaths.verify(here));
  if (error.code === "SUDO_REQUIRED") return redirect(adminPaths.sudo(here));
  if (error.code === "FORBIDDEN") return wrongAddress();
  return pageError(error, args);
}
