import type { LoaderFunctionArgs } from "@remix-run/node";
import { configApi } from "#app/contract/site/config";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";

/** Loads a page written by the operator, by key. @throws Response: 404 if there is none */
export async function loadSiteText(args: LoaderFunctionArgs, key: string) {
  const texts = await gateway(args).load(configApi.text, { query: { keys: key } });
  const text = texts[key];
  if (!text) throw notFound("这一页还没有写好");
  return text;
}
