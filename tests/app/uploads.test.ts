import { afterEach, expect, it, vi } from "vitest";
import { createUploads } from "#app/features/write/tools/uploads";

afterEach(() => vi.restoreAllMocks());

it.each([
  ["UPLOAD_REJECTED", "取不到这张图片：地址不在公开的网络上", true],
  ["NETWORK", "取不到这张图片：等得太久", false],
  ["RATE_LIMITED", "操作太频繁，请稍后再试", false],
])("a retry is offered for a picture refused by %s only if it can help", async (code, message, refused) => {
  const reply = { status: "refused", code, message, fields: {}, values: {} };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(reply, { status: 422 }));
  const uploads = createUploads("content");
  const ended = new Promise<void>((resolve) => {
    uploads.subscribe(() => {
      if (uploads.current()[0]?.state === "failed") resolve();
    });
  });
  uploads.start(
    { address: "https://example.com/a.png" },
    () => {},
    () => {},
  );
  await ended;
  expect(uploads.current()).toMatchObject([{ state: "failed", error: message, refused }]);
});
