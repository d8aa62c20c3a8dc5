import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireConsole } from "#app/features/admin/staff-gate.server";
import { wrongAddress } from "#app/server/page-error.server";

/** Every address below the console's that nothing else answers: staff keep their menu. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireConsole(args);
  throw wrongAddress();
}

export default function Missing() {
  return null;
}
