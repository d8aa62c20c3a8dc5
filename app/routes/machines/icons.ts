import type { LoaderFunctionArgs } from "@remix-run/node";
import { collections, iconsOf } from "#app/features/icons/collections.server";
import { fetchFromService } from "#app/features/icons/icon-service.server";
import { env } from "#app/server/env.server";

const NAMES_MAX = 100;
const WEEK = 7 * 24 * 60 * 60;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Icon data in Iconify's format: `/icons/sq.json?icons=home,search`. Our icons first, then the public service if one is
 * configured.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const prefix = params.prefix ?? "";
  const names = (new URL(request.url).searchParams.get("icons") ?? "").split(",").filter(Boolean);
  if (!NAME.test(prefix) || names.length === 0 || names.length > NAMES_MAX || !names.every((name) => NAME.test(name))) {
    return Response.json({ message: "icons 须为 1 到 100 个图标名" }, { status: 400 });
  }
  const local = Object.hasOwn(collections, prefix) ? iconsOf(prefix as keyof typeof collections, names) : null;
  const missing = local ? (local.not_found ?? []) : names;
  const remote = missing.length ? await fetchFromService(prefix, missing) : null;
  if (!local && !remote) return Response.json({ message: "没有这个图标集" }, { status: 404 });
  // What is missing now may be there the next time.
  const failed = missing.length > 0 && !remote && env().iconFallbackUrl !== null;
  const icons = { ...remote?.icons, ...local?.icons };
  const notFound = names.filter((name) => !Object.hasOwn(icons, name));
  return Response.json(
    { ...remote, ...local, icons, not_found: notFound.length ? notFound : undefined },
    { headers: { "cache-control": failed ? "no-store" : `public, max-age=${WEEK}` } },
  );
}
