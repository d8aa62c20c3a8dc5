import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, type ReactNode, Suspense, useContext, useId } from "react";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect, test } from "vitest";
import { SiteFooter } from "#app/components/layout/site-footer";
import { SiteHeader } from "#app/components/layout/site-header";
import { TabBar } from "#app/components/layout/tab-bar";
import { Icon, IconDataContext } from "#app/components/ui/icon";
import { iconData } from "#app/features/icons/collections.server";
import { keptPart } from "#framework/kept-part";
import { patched, stock } from "./react-renderer";

/** Files with kept parts; each is rendered below. */
const USES = ["app/components/ui/icon.tsx", "app/features/appearance/appearance-menu.tsx"];

/** A part that counts how often it is rendered. */
function counted(render: (props: { word: string }) => ReactNode) {
  const counter = { times: 0 };
  const Part = keptPart(function Counted(props: { word: string }) {
    counter.times += 1;
    return render(props);
  });
  return { Part, counter };
}

test("a part is rendered once for the same props, and the same HTML is written out again", () => {
  const { Part, counter } = counted(({ word }) => (
    <>
      <b title={word}>
        {word} {1}
      </b>
      <i />
    </>
  ));
  const page = (
    <p>
      before
      <Part word="a" />
      between <Part word={'<&"'} />
      <Part word="a" />
      after
    </p>
  );
  const expected = stock.renderToString(page);
  counter.times = 0;
  expect(patched.renderToString(page)).toBe(expected);
  expect(counter.times).toBe(2);
  expect(patched.renderToString(page)).toBe(expected);
  expect(counter.times).toBe(2);
});

function Numbered({ children }: { children?: ReactNode }) {
  return <b id={useId()}>{children}</b>;
}

test.each<[string, (props: { word: string }) => ReactNode]>([
  ["with an id of its place", ({ word }) => <Numbered>{word}</Numbered>],
  [
    "with a boundary",
    ({ word }) => (
      <div>
        <Suspense fallback={null}>{word}</Suspense>
      </div>
    ),
  ],
  ["that is a text", ({ word }) => word],
  [
    "that begins with a text",
    ({ word }) => (
      <>
        {word}
        <br />
      </>
    ),
  ],
  [
    "that ends with a text",
    ({ word }) => (
      <>
        <br />
        {word}
      </>
    ),
  ],
  ["that is nothing", () => null],
])("a part %s is rendered each time, as by React", (_, render) => {
  const { Part, counter } = counted(render);
  const page = (
    <div>
      text
      <Part word="a" />
      <Part word="a" />
      text
      <Numbered />
    </div>
  );
  const expected = stock.renderToString(page);
  counter.times = 0;
  expect(patched.renderToString(page)).toBe(expected);
  expect(counter.times).toBe(2);
});

test("a part that fails is not kept", () => {
  let failing = true;
  const { Part } = counted(() => {
    if (failing) throw new Error("not now");
    return <b />;
  });
  expect(() => patched.renderToString(<Part word="a" />)).toThrow("not now");
  failing = false;
  expect(patched.renderToString(<Part word="a" />)).toBe("<b></b>");
});

test("a part is kept for a few hundred props, however many there are", () => {
  const { Part } = counted(({ word }) => <b>{word}</b>);
  for (let n = 0; n < 1000; n++) patched.renderToString(<Part word={String(n)} />);
  const { kept } = Part as unknown as { kept: Map<string, string> };
  expect(kept.size).toBeGreaterThan(0);
  expect(kept.size).toBeLessThanOrEqual(300);
});

test("parts of the page's own context are rendered within it", () => {
  const Word = createContext("outside");
  const Inner = () => <b>{useContext(Word)}</b>;
  const { Part } = counted(() => <Inner />);
  const page = (
    <Word.Provider value="inside">
      <Part word="inside" />
    </Word.Provider>
  );
  expect(patched.renderToString(page)).toBe("<b>inside</b>");
});

test("every kept part is rendered here", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).map((file) => join("app", file));
  const using = files.filter((file) => file.endsWith(".tsx") && readFileSync(file, "utf8").includes(" keptPart("));
  expect(using.sort()).toEqual(USES);
});

const SITE = {
  name: "社区",
  slogan: "",
  description: "",
  logo: { url: null, urlDark: null },
  footer: {
    groups: [{ title: "内容", links: [{ label: "问答", href: "/question" }] }],
    icp: "",
    police: "",
    copyright: "",
  },
  policies: true,
};
const ROOT = { site: SITE, viewer: null, missing: [] as string[], objectHosts: [], now: new Date(0).toISOString() };
const MEMBER = { userId: 1, nickname: "某人", avatar: null, staff: false };

/** Data of the root, and what differs in the frame around a page. */
const SHAPES: [string, object][] = [
  ["a visitor", ROOT],
  ["a member", { ...ROOT, viewer: MEMBER, unread: 3 }],
  ["a visitor again", ROOT],
  ["somebody whose profile can't be loaded", { ...ROOT, viewer: undefined }],
  ["a site without feed", { ...ROOT, missing: ["feed"] }],
  ["a site without articles", { ...ROOT, site: { ...SITE, off: ["article", "zhiku"] } }],
  [
    "a site with links of its own",
    {
      ...ROOT,
      site: {
        ...SITE,
        name: "<另一个>",
        slogan: '"标语"',
        navigation: [
          { label: "问答", href: "/question" },
          { label: "外面", href: "https://example.com/?a=1&b=2" },
        ],
        footer: { ...SITE.footer, groups: [], icp: "备 1", police: "备 2", copyright: "© 某人" },
      },
    },
  ],
];
const PAGES = ["/", "/question", "/question/abc", "/search/all?q=%3Cb%3E", "/search/article?q=b", "/zhiku/1", "/?q=c"];

/** The frame around a page, as one site and reader get it. */
async function frameOf(path: string, root: object) {
  const routes = [
    {
      id: "root",
      path: "*",
      loader: () => root,
      element: (
        <>
          <SiteHeader />
          <SiteFooter />
          <TabBar />
          <Icon name="heart" />
          <Icon name="sqsvg:logo" className="x y" />
          <Icon name="heart" label="喜欢" />
          <Icon name="heart" className="喜欢" />
          <Icon name="no-such-icon" />
        </>
      ),
    },
  ];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} answered ${context.status}`);
  return (
    <IconDataContext.Provider value={iconData}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </IconDataContext.Provider>
  );
}

test("the frame around pages is as React renders it, for every site and reader, after any other", async () => {
  for (const path of [...PAGES, ...PAGES]) {
    for (const [name, root] of SHAPES) {
      const frame = await frameOf(path, root);
      expect(patched.renderToString(frame), `${path}, ${name}`).toBe(stock.renderToString(frame));
    }
  }
});
