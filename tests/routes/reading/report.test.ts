import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { kindsWith, measured } from "#app/contract/kinds";
import { REPORT_MAX } from "#app/contract/limits";
import { reportReason } from "#app/contract/moderation/report";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { writersOfEveryKind } from "#tests/upstream/support/writers-of-every-kind";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";

let world: World;
let stranger: Reader;
let alice: Reader;
let bob: Reader;
/** Neither alice nor bob. */
let reader: Reader;
let place: string;
let path: string;

beforeAll(async () => {
  world = await createWorld();
  stranger = await world.as(null);
  alice = await world.as(world.seed.alice);
  bob = await world.as(world.seed.bob);
  reader = await world.as(await world.upstream.addUser("读者", "8613900000009"));
  place = paths.article(encodeId(world.seed.article));
  path = paths.report(`article:${world.seed.article}`, `${place}#comments`);
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.upstream.services;
  await db.deleteFrom("rate_limits").execute();
  await db.deleteFrom("reports").execute();
});

const stored = () =>
  world.upstream.services.db
    .selectFrom("reports")
    .select(["reporter_id", "target_kind", "target_id", "reason", "detail"])
    .execute();

/** Report links of a page: `kind:id`, and the return URL. */
function offered(html: string): Map<string, string> {
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*aria-label="举报[^>]*>/g)];
  return new Map(
    links.map(([, href = ""]) => {
      const { pathname, searchParams } = new URL(href.replaceAll("&amp;", "&"), ORIGIN);
      const form = pathname === "/login" ? new URL(searchParams.get("next") ?? "", ORIGIN) : { pathname, searchParams };
      expect(form.pathname).toBe("/report");
      return [form.searchParams.get("on") ?? "", form.searchParams.get("next") ?? ""];
    }),
  );
}

/** Each page with something to report: its author (null: none), and the return URL. */
const PAGES: Record<
  string,
  (seed: World["seed"]) => { path: string; on: string; by: "alice" | "bob" | null; anchor?: string }
> = {
  "a question": ({ question }) => ({
    path: paths.question(encodeId(question)),
    on: `question:${question}`,
    by: "alice",
  }),
  "an answer under its question": ({ question, answer }) => ({
    path: paths.question(encodeId(question)),
    on: `answer:${answer}`,
    by: "bob",
    anchor: `#answer-${encodeId(answer)}`,
  }),
  "an answer by itself": ({ answer }) => ({
    path: serverPaths.answer(answer),
    on: `answer:${answer}`,
    by: "bob",
    anchor: `#answer-${encodeId(answer)}`,
  }),
  "an article": ({ article }) => ({ path: paths.article(encodeId(article)), on: `article:${article}`, by: "alice" }),
  "a case": (seed) => ({ path: paths.case(seed.case), on: `case:${seed.case}`, by: null }),
  "a comment": ({ question, comment }) => ({
    path: `${paths.question(encodeId(question))}?comments=question`,
    on: `comment:${comment}`,
    by: "bob",
    anchor: `#comment-${comment}`,
  }),
  "a reply": ({ question, reply }) => ({
    path: `${paths.question(encodeId(question))}?comments=question`,
    on: `comment:${reply}`,
    by: "alice",
    anchor: `#comment-${reply}`,
  }),
};

describe.each(Object.entries(PAGES))("%s", (_, pageOf) => {
  test("can be reported by everybody but its author, and the form returns to its place", async () => {
    const { path, on, by, anchor = "" } = pageOf(world.seed);
    const back = `${path}${anchor}`;
    for (const [name, who] of Object.entries({ stranger, reader, alice, bob })) {
      const links = offered((await who.get(path)).text);
      expect(links.get(on), name).toBe(name === by ? undefined : back);
    }
    const [kind, id] = on.split(":");
    const { location } = await reader.submit(paths.report(on, back), { reason: "spam" });
    expect(location).toBe(back);
    expect(await stored()).toMatchObject([{ target_kind: kind, target_id: Number(id), reason: "spam" }]);
  });
});

test("a visitor is sent to the login and back, and the page is not indexed", async () => {
  const { status, location } = await stranger.get(path);
  expect([status, location]).toEqual([302, paths.login(path)]);
  expect((await stranger.data(path)).redirect).toMatchObject({ redirect: paths.login(path) });
  const page = await reader.get(path);
  expect(page.status).toBe(200);
  expect(page.text).toContain('<meta name="robots" content="noindex"/>');
  expect(page.headers.get("cache-control")).toBe("no-store");
  for (const reason of reportReason.options) expect(page.text).toContain(`name="reason" value="${reason}"`);
  expect((await stranger.get("/robots.txt")).text).toContain("Disallow: /report\n");
});

test.each([
  "",
  "zhiku:1",
  "article:",
  "article:0",
  "article:1x",
  "article:-1",
  "toString:1",
  `article:${"9".repeat(30)}`,
])("%s can't be reported", async (on) => {
  const path = `/report?on=${on}`;
  expect((await reader.get(path)).status).toBe(404);
  expect((await reader.submit(path, { reason: "spam" })).status).toBe(404);
  expect(await stored()).toEqual([]);
});

test("a thank-you message follows, and a repeated report counts once", async () => {
  const form = { reason: "untrue", detail: "第二段的数字\n没有出处" };
  for (const _ of [1, 2]) {
    const { status, location } = await reader.submit(path, form);
    expect([status, location]).toEqual([302, `${place}#comments`]);
    expect((await reader.get(place)).text).toContain("举报已收到，谢谢你");
  }
  expect(await stored()).toMatchObject([{ ...form, target_kind: "article", target_id: world.seed.article }]);
});

test("a report that was sent is shown on its page, to change it", async () => {
  const SENT = "你已经举报过这篇文章";
  expect((await reader.get(path)).text).not.toContain(SENT);
  await reader.submit(path, { reason: "untrue", detail: "没有出处" });
  const { text } = await reader.get(path);
  expect(text).toContain(SENT);
  expect(text).toContain("没有出处</textarea>");
  expect(text).toContain("更新举报");
  expect(text).toMatch(
    /<input type="radio" name="reason"[^>]*(?:checked=""[^>]*value="untrue"|value="untrue"[^>]*checked="")/,
  );
  expect((await bob.get(path)).text).not.toContain(SENT);
});

test("without a page to return to, the message is shown where the reported text is", async () => {
  const { question, answer, article, comment, alice: member } = world.seed;
  const shownAt: [string, string][] = [
    [`article:${article}`, place],
    [`question:${question}`, paths.question(encodeId(question))],
    [`answer:${answer}`, `/question/answer/${answer}`],
    [`user:${member}`, paths.writtenBy("answer", member)],
    [`comment:${comment}`, paths.question(encodeId(question))],
  ];
  for (const [on, path] of shownAt) {
    expect((await reader.get(`/report?on=${on}`)).text).toContain(`href="${path}"`);
    expect((await reader.submit(`/report?on=${on}`, { reason: "spam" })).location).toBe(path);
  }
});

test.each([
  ["no reason", { detail: "写了一段话" }, "请选择举报的原因"],
  ["a reason that there is not", { reason: "boring", detail: "写了一段话" }, "请选择举报的原因"],
  ["another reason without words", { reason: "other", detail: " " }, "请说明举报的原因"],
  ["too many words", { reason: "abuse", detail: "长".repeat(REPORT_MAX + 1) }, `说明不能超过${REPORT_MAX}个字`],
])(
  "%s comes back with its input and the reason at its field",
  async (_, form: Partial<Record<"reason" | "detail", string>>, message) => {
    const { status, text } = await reader.submit(path, form);
    expect(status).toBe(422);
    const [, id] = new RegExp(`<p class="field__error" id="([^"]+)">(?:(?!</p>).)*${message}</p>`).exec(text) ?? [];
    expect(text).toMatch(new RegExp(`aria-invalid="true"[^>]*aria-describedby="${id}[" ]`));
    expect(text).toMatch(new RegExp(`<textarea[^>]*>\\n?${form.detail}</textarea>`));
    const chosen = [
      ...text.matchAll(
        /<input type="radio" name="reason"[^>]*? checked="" value="(\w+)"|<input type="radio" name="reason" value="(\w+)" checked=""/g,
      ),
    ];
    expect(chosen.map(([, before, after]) => before ?? after)).toEqual(
      form.reason && form.reason !== "boring" ? [form.reason] : [],
    );
    expect(await stored()).toEqual([]);
  },
);

test("something that can't be reported is named above the form, which keeps its input", async () => {
  const own = await alice.submit(path, { reason: "spam", detail: "我自己的" });
  expect([own.status, own.text]).toEqual([
    422,
    expect.stringMatching(/role="alert"[\s\S]*不能举报自己[\s\S]*我自己的<\/textarea>/),
  ]);
  const gone = await reader.submit("/report?on=comment:999999", { reason: "spam", detail: "已经没有的" });
  expect([gone.status, gone.text]).toEqual([404, expect.stringContaining("已经没有的</textarea>")]);
});

test("somebody whose session ended keeps the input", async () => {
  const { status, text } = await stranger.submit(path, { reason: "abuse", detail: "写了很久" });
  expect(status).toBe(401);
  expect(text).toContain("登录已失效，填好的内容还在下面");
  expect(text).toContain("写了很久</textarea>");
});

test("every kind has a page that names it", async () => {
  const write = writersOfEveryKind(world.upstream, { author: world.seed.bob, reader: world.seed.alice });
  const titleOf = async (on: string) => /<h1[^>]*>([^<]*)/.exec((await reader.get(paths.report(on, "/"))).text)?.[1];
  expect(await titleOf(`user:${world.seed.alice}`)).toBe("举报这位用户");
  expect(await titleOf(`article:${world.seed.article}`)).toBe("举报这篇文章");
  for (const kind of kindsWith("reportable")) {
    expect(await titleOf(`${kind}:${await write[kind]()}`)).toBe(`举报这${measured(kind)}`);
  }
});

test("the first words of the reported text are shown; of a deleted one there is no page, but the form keeps its input", async () => {
  const { comment, alice: member } = world.seed;
  const page = (await reader.get(`/report?on=comment:${comment}`)).text;
  expect(page).toMatch(/<blockquote[^>]*>(?:(?!<\/blockquote>).)*表有外键吗？/s);
  expect((await reader.get(`/report?on=user:${member}`)).text).toMatch(/<blockquote[^>]*><p[^>]*>林致远</);
  for (const on of ["comment:999999", "user:999999", "case:999999"]) {
    expect((await reader.get(`/report?on=${on}`)).status).toBe(404);
    const refused = await reader.submit(`/report?on=${on}`, { reason: "spam", detail: "已经没有的" });
    expect([refused.status, refused.text]).toEqual([404, expect.stringContaining("已经没有的</textarea>")]);
  }
});
