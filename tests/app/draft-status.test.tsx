import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { DraftStatusLine } from "#app/features/write/tools/draft-notice";

const NOW = Date.parse("2026-11-20T10:00:00+08:00");

afterEach(() => vi.useRealTimers());

test.each([
  ["2026-11-20T00:03:00+08:00", "草稿已保存 00:03"],
  ["2026-11-19T23:59:00+08:00", "草稿已保存 昨天 23:59"],
  ["2026-11-01T12:00:00+08:00", "草稿已保存 2026-11-01"],
])("a draft saved at %s is shown as %s", (at, text) => {
  vi.useFakeTimers({ now: NOW });
  const html = renderToStaticMarkup(<DraftStatusLine status={{ place: "everywhere", at: Date.parse(at) }} />);
  expect(html).toContain(`>${text}<`);
});
