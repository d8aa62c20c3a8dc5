import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireConsole } from "#app/features/admin/staff-gate.server";
import { wrongAddress } from "#app/server/errors/page-error.server";

/** Unknown URLs below the console's, so that staff keep their menu. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireConsole(args);
  throw wrongAddress();
}

export default function Missing() {
  return null;
}
