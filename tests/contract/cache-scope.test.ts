import { afterAll, beforeAll, expect, test } from "vitest";
import type { UpstreamReply } from "#app/contract/transport";
import { mayBeShared } from "#upstream/call/shared-replies";
import { endpointRows } from "#upstream/endpoint-table";
import { ACCESS } from "./access";
import { type AccessWorld, createAccessWorld } from "./access-world";
import { sampleInput } from "./sample-input";

/** Replies that depend on time, or that count something: a page with one of them is cached for a minute. */
const UNCACHED = [
  ...[
    "ext.dev.charges",
    "ext.dev.faults",
    "ext.dev.inbox",
    "ext.dev.mailInbox",
    "ext.dev.wechatInbox",
    "ext.dev.wechatPage",
    "site.sms.codeTest",
  ],
  ...["ext.wechat.authorization", "ext.wechat.payerAuthorization"],
  ...["ext.siteState.capabilities", "ext.siteState.versions"],
  ...["site.activity.get", "site.activity.list", "site.form.get"],
  ...["site.search.article", "site.search.case", "site.search.content"],
];

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld();
});
afterAll(() => world.close());

const asStrings = (fields: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

test("replies to anonymous readers can be cached until their data changes, except those listed here", async () => {
  const uncached: string[] = [];
  for (const { name, endpoint, implemented } of endpointRows()) {
    const row = ACCESS[name];
    if (!row || !implemented || !mayBeShared(endpoint)) continue;
    const { params, query } = { ...sampleInput(endpoint), ...(await row.input?.(world)) };
    const request = {
      params: asStrings(params),
      query: asStrings(query),
      header: () => null,
      text: async () => "",
      memo: null,
    };
    const reply = await world.upstream.program.ask(`${endpoint.method} ${endpoint.path}`, request);
    const { code, cacheScope } = reply as UpstreamReply;
    if (code === "SUCCESS" && !cacheScope) uncached.push(name);
  }
  expect(uncached.sort()).toEqual(UNCACHED.sort());
});
