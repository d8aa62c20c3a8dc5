import { expect, test } from "vitest";
import { BusinessError } from "#upstream/call/errors";
import { readJson, readText } from "#upstream/http/read-body";

const KIB = 1024;

/** Request with a body of unknown length; `read` is how many chunks were taken from it. */
function streamed(chunks: readonly string[]) {
  const source = { read: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[source.read];
        source.read += 1;
        if (chunk === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
    },
    { highWaterMark: 0 },
  );
  return { source, request: new Request("http://upstream/", { method: "POST", body, duplex: "half" } as RequestInit) };
}

test("a body without a declared length is read only up to its limit", async () => {
  const { source, request } = streamed(Array.from({ length: 4_000 }, () => "字".repeat(KIB)));
  await expect(readText(request)).rejects.toThrow(BusinessError);
  // A chunk has 3 KiB, and the limit is 1 MiB.
  expect(source.read).toBeLessThan(400);
});

test("a pile of accents on one letter is cut, however it is written; what scripts and emoji need is kept", () => {
  const piled = `坏${"\u0301\u0489".repeat(200)}字`;
  const cut = `坏${"\u0301\u0489".repeat(4)}字`;
  expect(readJson(JSON.stringify({ text: [piled] }))).toEqual({ text: [cut] });
  const escaped = JSON.stringify({ piled }).replace(/[\u0080-\uffff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  expect(readJson(escaped)).toEqual({ piled: cut });
  const kept = "ཧྐྵྨླྺྼྻྂ Việt นี้ ❤\ufe0f 1\ufe0f\u20e3 葛\u{e0100}";
  expect(readJson(JSON.stringify({ kept }))).toEqual({ kept });
});

test("a body in pieces is joined, including characters cut in half", async () => {
  const whole = JSON.stringify({ title: "一个标题😀" });
  const bytes = new TextEncoder().encode(whole);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const request = new Request("http://upstream/", { method: "POST", body, duplex: "half" } as RequestInit);
  expect(readJson(await readText(request))).toEqual({ title: "一个标题😀" });
  expect(await readText(new Request("http://upstream/", { method: "POST", body: `\uFEFF${whole}` }))).toBe(whole);
  expect(await readText(new Request("http://upstream/", { method: "POST" }))).toBe("");
});
