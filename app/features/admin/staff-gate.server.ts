import { redirect } from "@remix-run/node";
import { type ConsoleUser, consoleApi } from "#app/contract/admin/console";
import type { CallData, CallInput, Endpoint } from "#app/contract/endpoint";
import { isFormReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { pageError, wrongAddress } from "#app/server/page-error.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { UpstreamError } from "#app/server/upstream-error";
import { adminPaths } from "./admin-paths";
import { typedTextsPage } from "./typed-texts.server";

/**
 * Person who works in the console, and may enter it now. To everybody else there is no console.
 * @throws Response: to the login, to the second factor, or not found
 */
export async function requireConsole(args: ServerArgs): Promise<ConsoleUser> {
  const user = await consoleUser(args);
  if (!user.verified) throw redirect(adminPaths.verify(hereOf(args.request)));
  return user;
}

/** Person who works in the console, before they have shown a second factor. @throws Response like `requireConsole` */
export async function consoleUser(args: ServerArgs): Promise<ConsoleUser> {
  args.context.personal = true;
  try {
    return await gateway(args).call(consoleApi.me, {});
  } catch (error) {
    throw refusalPage(args, error);
  }
}

/** Calls the upstream for a page of the console. @throws Response: the page that a refusal leads to */
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

/**
 * Data that a page of the console loads; null where a form comes back with what was typed, and this can't be had.
 * @throws whatever `load` throws, where no form comes back
 */
export async function unlessReturned<T>({ context }: ServerArgs, load: () => Promise<T>): Promise<T | null> {
  if (!isFormReturned(context)) return load();
  return load().catch(() => null);
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

/** The page that was asked for, as a path with its query. */
function hereOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname.replace(/\.data$/, "") + search.replace(/[?&]_routes=[^&]*/, "");
}
