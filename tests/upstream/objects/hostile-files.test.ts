import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ossApi } from "#app/contract/files/oss";
import { uploadApi } from "#app/contract/files/upload";
import { type HostileFile, hostileFiles, PAYLOAD } from "#tests/fixtures/hostile-files";
import { CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { incomingKey } from "#upstream/modules/upload/rules";

const FILES = await hostileFiles();
/** Invisible or bidirectional characters, and separators. */
const UNFIT = /[\p{Cc}\p{Cf}\u2028\u2029/\\]/u;

let upstream: TestUpstream;
let sender: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  sender = await upstream.addUser("送文件的人");
});
afterAll(() => upstream.close());
beforeEach(() => upstream.services.db.deleteFrom("rate_limits").execute());

test("there are enough hostile files, each of a different kind", () => {
  expect(new Set(FILES.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40);
  for (const end of ["announce", "put", "confirm", "kept"]) expect(FILES.some((file) => file.end === end)).toBe(true);
});

/** The step that refuses a file, or the accepted result. */
async function send(file: HostileFile) {
  const { contentType, bytes, purpose = "content", fileName = "照片.png", announced = bytes.length } = file;
  const as = { as: sender };
  const announce = upstream.call(
    ossApi.authUploadUrl,
    { body: { fileName, contentType, bytes: announced, purpose } },
    as,
  );
  const target = await announce.catch((error: CallError) => error);
  if (target instanceof CallError) return { end: "announce", refusal: target } as const;
  const headers = { ...target.headers, "content-length": String(announced) };
  const put = new Request(target.uploadUrl, { method: "PUT", headers, body: new Uint8Array(bytes) });
  const { status } = await upstream.program.fetch(put);
  if (status !== 200) return { end: "put", status, key: target.key } as const;
  const confirmed = await upstream
    .call(uploadApi.confirm, { body: { key: target.key } }, as)
    .catch((error: CallError) => error);
  if (confirmed instanceof CallError) return { end: "confirm", refusal: confirmed, key: target.key } as const;
  return { end: "kept", ...confirmed } as const;
}

async function read(url: string): Promise<Response> {
  return upstream.program.fetch(new Request(new URL(url, "http://upstream.test")));
}

describe.each(FILES.map((file) => [file.name, file] as const))("%s", (_, file) => {
  test(file.end === "kept" ? "is kept as something harmless" : `is refused (${file.end})`, async () => {
    const sent = await send(file);
    expect(sent.end).toBe(file.end);
    if (sent.end === "announce") return expectToldAtField(sent.refusal);
    if (sent.end === "confirm") {
      expect(sent.refusal.code).toBe("UPLOAD_REJECTED");
      expect(sent.refusal.message).toMatch(/图片|文件/);
    }
    if (sent.end === "put") expect([400, 411, 413, 415]).toContain(sent.status);
    if (sent.end !== "kept") {
      // Nothing of it remains.
      for (const key of [sent.key, incomingKey(sent.key)]) expect(await upstream.services.objects.get(key)).toBeNull();
      return;
    }
    expect(sent.key).toMatch(/^[a-z]+\/\d{6}\/[0-9a-f]{32}\.[a-z]{3,4}$/);
    expect(sent.fileName).not.toMatch(UNFIT);
    expect(sent.fileName).not.toBe("");
    await expectHarmless(file, sent);
  });
});

function expectToldAtField({ code, data }: CallError): void {
  expect(code).toBe("INVALID_PARAMS");
  const { fields } = data as { fields: Record<string, string> };
  expect(Object.keys(fields)).toHaveLength(1);
  for (const message of Object.values(fields)) expect(message).toMatch(/^[\p{Script=Han}\d A-Z、，。（）a-z]+$/u);
}

async function expectHarmless(file: HostileFile, kept: { key: string; url: string; fileName: string }): Promise<void> {
  const { objects } = upstream.services;
  const isPicture = file.contentType.startsWith("image/");
  const bytes = Buffer.from((await objects.get(kept.key))?.bytes ?? []);
  expect(bytes.length).toBeGreaterThan(0);
  if (isPicture) {
    // Re-encoded: only the visible content is left.
    for (const words of [PAYLOAD, "payload-7f3a", "Exif", "xmpmeta", "PK\x03\x04"]) {
      expect(bytes.includes(words), words).toBe(false);
    }
  }
  const isOpen = !kept.key.startsWith("form/");
  const open = await read(kept.url);
  expect(open.status).toBe(isOpen ? 200 : 403);
  const signed = await objects.presignGet(kept.key, { seconds: 60, downloadName: kept.fileName });
  for (const answer of [...(isOpen ? [open] : []), await read(signed.url)]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")?.split(";")[0]).toBe(file.contentType);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'$/);
    if (answer !== open) {
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''[\w.%~!-]+$/);
    }
  }
}
