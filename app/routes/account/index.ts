import { type LoaderFunctionArgs, replace } from "@remix-run/node";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireUser(args);
  throw replace(paths.account());
}
