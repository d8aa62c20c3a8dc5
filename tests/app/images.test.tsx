import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { FALLBACKS } from "#app/components/ui/failed-pictures";
import { Img } from "#app/components/ui/img";

// The root loader's data comes from the router, which a single component does not have.
vi.mock("@remix-run/react", () => ({ useRouteLoaderData: () => ({ objectHosts: ["pictures.example.com"] }) }));

describe("Img", () => {
  it("always has its size, and is loaded lazily unless it is the page's first", () => {
    const late = renderToStaticMarkup(<Img src="/oss/a.jpg" alt="图" width={168} height={112} />);
    expect(late).toContain('width="168" height="112"');
    expect(late).toContain('loading="lazy"');
    expect(late).toContain("w_168/format,webp 1x");
    expect(late).toContain("w_336/format,webp 2x");
    const first = renderToStaticMarkup(<Img src="/oss/a.jpg" alt="图" width={168} height={112} priority />);
    expect(first).not.toContain("loading=");
    expect(first).toContain('fetchpriority="high"');
  });

  it("is offered as AVIF as well where we resize it ourselves, unless it is tiny", () => {
    const html = renderToStaticMarkup(<Img src="/oss/a.jpg" alt="图" width={640} height={360} sizes="100vw" />);
    const [source = "", img = ""] = html.split("<img");
    expect(source).toContain('<picture><source type="image/avif"');
    expect(source).toContain("w_320/format,avif 320w");
    expect(source).toContain('sizes="100vw"');
    expect(img).toContain("w_320/format,webp 320w");
    const alone = [
      { src: "https://pictures.example.com/a.jpg", width: 640 },
      { src: "/oss/a.jpg", width: 40 },
      { src: "/images/a.svg", width: 640 },
    ];
    for (const { src, width } of alone)
      expect(renderToStaticMarkup(<Img src={src} alt="" width={width} height={width} />)).toMatch(/^<img/);
  });

  it("shows pictures of other sites as they are", () => {
    const html = renderToStaticMarkup(<Img src="https://elsewhere.example/a.jpg" alt="" width={10} height={10} />);
    expect(html).toContain('src="https://elsewhere.example/a.jpg"');
    expect(html).not.toContain("srcSet");
    expect(html).not.toContain("x-oss-process");
  });

  it("has a placeholder for a missing picture", () => {
    expect(renderToStaticMarkup(<Img src="" alt="" width={10} height={10} />)).toContain(FALLBACKS.picture);
    expect(renderToStaticMarkup(<Img src={null} alt="" width={10} height={10} fallback="avatar" />)).toContain(
      FALLBACKS.avatar,
    );
  });

  it("is not the only element with one: so is every picture that is loaded", () => {
    const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
    const without = files.flatMap((name) => {
      const tags = readFileSync(`app/${name}`, "utf8").match(/<img\s(?:[^>]|=>)*?\/>/g) ?? [];
      return tags.filter((tag) => !/data-fallback=|src=\{`data:/.test(tag)).map((tag) => `${name}: ${tag}`);
    });
    expect(files.length).toBeGreaterThan(100);
    expect(without).toEqual([]);
  });
});
