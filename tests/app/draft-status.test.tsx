import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { DraftStatusLine } from "#app/features/write/drafts/draft-notice";

/** In the time zone of the browser, as are the others. */
const NOW = Date.parse("2026-11-20T10:00:00");

afterEach(() => vi.useRealTimers());

test.each([
  ["2026-11-20T00:03:00", "草稿已保存 00:03"],
  ["2026-11-19T23:59:00", "草稿已保存 11月19日 23:59"],
])("a draft saved at %s is shown as %s", (at, text) => {
  vi.useFakeTimers({ now: NOW });
  const html = renderToStaticMarkup(<DraftStatusLine status={{ place: "everywhere", at: Date.parse(at) }} />);
  expect(html).toContain(`>${text}<`);
});
