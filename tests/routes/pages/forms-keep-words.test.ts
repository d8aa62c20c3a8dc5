import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { UNSENT_FORMS } from "#tests/e2e/support/unsent-forms";
import { missingIds } from "#tests/routes/support/missing-ids";
import { addRefused } from "#tests/upstream/support/refused-text";
import { publicPages } from "#tests/world/page-kinds";
import { createWorld, type World } from "#tests/world/world";
import { banTicket } from "#upstream/policy/ban-ticket";

let world: World;
/** HTML by path, for a member without texts. */
const pages = new Map<string, string>();

const OWN_PAGES = [
  "/login/complete",
  "/welcome",
  "/policy/agree",
  "/policy/terms/1",
  "/account/profile",
  "/account/secure",
  "/account/notifications",
  "/notifications/comment",
  "/notifications/like",
  "/notifications/collection_follow",
  "/notifications/system",
  "/write/article",
  "/write/question",
  "/write/delete",
  "/write/drafts",
  "/write/trash",
  "/write/proposals",
  "/zhiku/search",
  "/zhiku/history",
  "/zhiku/favorites",
  "/zhiku/profile",
  "/zhiku/orders",
  "/zhiku/orders/1",
  "/zhiku/error/401",
  "/offline",
  "/wxlogin",
  "/_dev",
  "/_dev/inbox",
  "/_dev/index2",
  "/_dev/pay",
  "/_dev/render-test",
  "/_dev/wechat/connect/qrconnect",
  "/_dev/wechat/connect/oauth2/authorize",
  "/nothing/here",
];

beforeAll(async () => {
  world = await createWorld();
  const [member, reader] = [await world.as(world.seed.bob), await world.as(null)];
  const question = encodeId(world.seed.question);
  const sent = await member.submit("/write/comment", { on: `article:${world.seed.article}`, text: "跟我兼职刷单" });
  const paths = [
    sent.location ?? "",
    ...publicPages(world.seed).map(([, path]) => path),
    ...OWN_PAGES,
    `/write/answer?question=${question}`,
    `/write/comment?on=article:${world.seed.article}`,
    `/write/comment/${world.seed.comment}`,
    `/report?on=article:${world.seed.article}`,
    `/write/proposal/article/${world.seed.article}`,
    `/proposal/${world.seed.proposal}`,
    "/favorite/folder/new",
    `/favorite/article/${world.seed.article}`,
    `/appeal/ban?ticket=${banTicket(world.upstream.services, { id: 1, userId: world.seed.bob })}`,
    "/handover",
    `/unsubscribe/${world.seed.unsubscribe}`,
    `/appeal/review/${await addRefused(world.upstream.services.db, world.seed.bob)}`,
  ];
  for (const path of paths) {
    const { text } = await (path === "/login" ? reader : member).get(path);
    pages.set(path, text.replace(/<script[\s\S]*?<\/script>/g, ""));
  }
});
afterAll(() => world.close());

test("whatever a page refers to is on it", () => {
  const missing = [...pages].flatMap(([path, html]) => missingIds(html).map((reference) => `${path}, ${reference}`));
  expect(missing).toEqual([]);
});

test("every page of the route map is checked", () => {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : world.build.routes[id];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ""}`.replace(/\/+/g, "/") : "";
  };
  const walked = [...pages.keys()].map((path) => path.split("?")[0] ?? "");
  const parents = new Set(Object.values(world.build.routes).map((route) => route?.parentId));
  const missing = Object.values(world.build.routes).flatMap((route) => {
    // The console's are tested in console.test.ts.
    if (!route?.module.default || parents.has(route.id) || route.id.startsWith("routes/admin/")) return [];
    const path = pathOf(route.id).replace(/(?<=.)\/$/, "");
    const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+").replace("*", ".+")}$`);
    return walked.some((one) => pattern.test(one)) ? [] : [path];
  });
  expect(missing).toEqual([]);
});

/** Forms with a text field that save nothing, by location and button, and why. */
const KEEPING_NOTHING: [path: RegExp, form: RegExp, why: string][] = [
  [/^\/login/, /value="login"|name="phone"/, "a number, and what proves it"],
  [/^\/account\/secure/, /value="(?:change-password|bind-weixin|unbind-weixin)"/, "passwords and codes"],
  [/^\/account\/secure/, /value="close-account"/, "a code, and a yes that is to be said anew"],
  [/^\/handover/, /name="token"/, "a link that proves who it was given to"],
  [/^\/_dev/, /./, "tools of the demo"],
];

test("no button or field is inside a link, nor a link inside another", () => {
  const inside = /<(?:a|button|input|select|textarea|label|details|summary|iframe|audio|video)[\s>]|tabindex=/;
  const found = new Set<string>();
  for (const [path, html] of pages) {
    for (const [link, content = ""] of html.matchAll(/<a[\s>](?:[^>"]|"[^"]*")*>([\s\S]*?)<\/a>/g))
      if (inside.test(content)) found.add(`${path}: ${link.slice(0, 200)}`);
    // A button can't contain another one, either.
    for (const [button, content = ""] of html.matchAll(/<button[\s>](?:[^>"]|"[^"]*")*>([\s\S]*?)<\/button>/g))
      if (inside.test(content)) found.add(`${path}: ${button.slice(0, 200)}`);
  }
  expect([...found]).toEqual([]);
});

test("each form with text keeps it: as a draft, or as unsent input", () => {
  const kept = new Set<string>();
  for (const [path, html] of pages) {
    for (const [form, attributes = ""] of html.matchAll(/<form([^>]*)>[\s\S]*?<\/form>/g)) {
      const asks = !/method="post"/.test(attributes);
      const words = /<textarea|<input(?![^>]*type="(?:hidden|checkbox|radio|file|password|submit)")/.test(form);
      if (asks || !words || form.includes('data-place="draft"')) continue;
      const [, name] = /data-unsent="([^"]+)"/.exec(attributes) ?? [];
      // Whoever is logged in when it is sent must be the one for whom it was rendered.
      if (name) expect(form, `${path} ${name}`).toContain(`name="writer" value="${world.seed.bob}"`);
      if (name) kept.add(name.replace(/:.*/, ":"));
      else
        expect(
          KEEPING_NOTHING.some(([where, what]) => where.test(path) && what.test(form)),
          `${path} ${attributes}`,
        ).toBe(true);
    }
  }
  // A reply's form is opened by a script; without scripts it is a comment's form.
  expect([...kept, "reply:"].sort()).toEqual(UNSENT_FORMS.map(({ kind }) => kind).sort());
});
