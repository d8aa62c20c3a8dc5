import type { LoaderFunctionArgs } from "@remix-run/node";
import { configApi } from "#app/contract/config";
import { gateway } from "#app/server/gateway.server";
import { notFound } from "#app/server/page-error.server";

/** A page that the operator wrote, by its key. @throws Response: 404 when there is none */
export async function loadSiteText(args: LoaderFunctionArgs, key: string) {
  const texts = await gateway(args).load(configApi.text, { query: { keys: key } });
  const text = texts[key];
  if (!text) throw notFound("这一页还没有写好");
  return text;
}
