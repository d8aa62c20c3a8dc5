import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { FALLBACKS } from "#app/components/ui/failed-pictures";
import { Img } from "#app/components/ui/img";
import { isObjectUrl, resized } from "#app/components/ui/object-url";

// What the root loader knows is asked of the router, which a single component does not have.
vi.mock("@remix-run/react", () => ({ useRouteLoaderData: () => ({ objectHosts: ["pictures.example.com"] }) }));

const HOSTS = ["pictures.example.com"];

describe("object URLs", () => {
  it("are own paths and configured hosts, nothing else", () => {
    expect(isObjectUrl("/oss/cover/a.webp", HOSTS)).toBe(true);
    expect(isObjectUrl("https://pictures.example.com/cover/a.jpg", HOSTS)).toBe(true);
    expect(isObjectUrl("https://pictures.example.com.evil.example/a.jpg", HOSTS)).toBe(false);
    expect(isObjectUrl("https://elsewhere.example/oss/a.jpg", HOSTS)).toBe(false);
    expect(isObjectUrl("/images/avatar.svg", HOSTS)).toBe(false);
  });

  it("are left alone when signed, drawn or already sized", () => {
    for (const query of [
      "Expires=1&Signature=x",
      "x-oss-signature=x",
      "X-Amz-Signature=x",
      "x-oss-process=image/info",
    ]) {
      expect(isObjectUrl(`/oss/cover/a.webp?${query}`, HOSTS)).toBe(false);
    }
    expect(isObjectUrl("/oss/cover/a.svg", HOSTS)).toBe(false);
  });

  it("ask for a width", () => {
    expect(resized("/oss/a.jpg", 320)).toBe("/oss/a.jpg?x-oss-process=image/resize,w_320/format,webp");
    expect(resized("/oss/a.jpg?v=2", 320)).toBe("/oss/a.jpg?v=2&x-oss-process=image/resize,w_320/format,webp");
  });
});

describe("Img", () => {
  it("always says its size, and comes late unless it is the page's first", () => {
    const late = renderToStaticMarkup(<Img src="/oss/a.jpg" alt="图" width={168} height={112} />);
    expect(late).toContain('width="168" height="112"');
    expect(late).toContain('loading="lazy"');
    expect(late).toContain("w_168/format,webp 1x");
    expect(late).toContain("w_336/format,webp 2x");
    const first = renderToStaticMarkup(<Img src="/oss/a.jpg" alt="图" width={168} height={112} priority />);
    expect(first).not.toContain("loading=");
    expect(first).toContain('fetchpriority="high"');
  });

  it("shows strangers' pictures as they are", () => {
    const html = renderToStaticMarkup(<Img src="https://elsewhere.example/a.jpg" alt="" width={10} height={10} />);
    expect(html).toContain('src="https://elsewhere.example/a.jpg"');
    expect(html).not.toContain("srcSet");
    expect(html).not.toContain("x-oss-process");
  });

  it("has a stand-in for what is missing", () => {
    expect(renderToStaticMarkup(<Img src="" alt="" width={10} height={10} />)).toContain(FALLBACKS.picture);
    expect(renderToStaticMarkup(<Img src={null} alt="" width={10} height={10} fallback="avatar" />)).toContain(
      FALLBACKS.avatar,
    );
  });
});
