import { createHash } from "node:crypto";
import { solveChallenge } from "altcha-lib/v1";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { captchaApi } from "#app/contract/people/captcha";
import { zhikuCaptchaApi } from "#app/contract/zhiku/captcha";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { redeemPass } from "#upstream/modules/captcha/pass";
import { LIMITS } from "#upstream/policy/limits";
import type { CaptchaType } from "#upstream/services/captcha/captcha";
import { encrypt, slider } from "#upstream/services/captcha/slider";
import { LETTERS, strokesOf } from "#upstream/services/captcha/stroke-letters";

const MINUTE = 60_000;
let upstream: TestUpstream;
let now = new Date("2026-03-01T08:00:00Z");
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
beforeEach(() => upstream.services.db.deleteFrom("rate_limits").execute());
afterAll(() => upstream.close());

const ask = (captchaType: CaptchaType) => upstream.call(captchaApi.get, { body: { captchaType } });
/** The stored answer of the latest challenge. */
async function kept<T>(): Promise<T> {
  const rows = await upstream.services.db.selectFrom("one_time_tokens").select(["payload", "purpose"]).execute();
  return JSON.parse(rows.filter((row) => row.purpose.startsWith("captcha/")).at(-1)?.payload ?? "null") as T;
}
const forget = () => upstream.services.db.deleteFrom("one_time_tokens").execute();
const passes = (captchaVerification: string) =>
  redeemPass(upstream.services.db, upstream.services, captchaVerification);

/** The right answer to a new challenge of each kind, as a client sends it. */
const SOLVED: Record<CaptchaType, () => Promise<{ token: string; pointJson: string }>> = {
  async blockPuzzle() {
    await forget();
    const { token, secretKey } = await ask("blockPuzzle");
    const { x } = await kept<{ x: number }>();
    return { token, pointJson: encrypt(JSON.stringify({ x, y: 5 }), secretKey ?? "") };
  },
  async pow() {
    const { token, challenge } = await ask("pow");
    if (!challenge) throw new Error("no challenge");
    const { maxnumber, ...signed } = challenge;
    const hash = (number: number) => createHash("sha256").update(`${signed.salt}${number}`).digest("hex");
    let number = 0;
    while (number < maxnumber && hash(number) !== signed.challenge) number += 1;
    return { token, pointJson: btoa(JSON.stringify({ ...signed, number, took: 1 })) };
  },
  async text() {
    await forget();
    const { token } = await ask("text");
    return { token, pointJson: (await kept<{ letters: string }>()).letters };
  },
};
const KINDS = Object.keys(SOLVED) as CaptchaType[];
const LIFETIME: Record<CaptchaType, number> = { blockPuzzle: 2 * MINUTE, pow: 10 * MINUTE, text: 10 * MINUTE };

describe.each(KINDS)("%s", (captchaType) => {
  const check = (solved: { token: string; pointJson: string }) =>
    upstream.call(captchaApi.check, { body: { captchaType, ...solved } });

  test("a correct answer gives a pass that works once", async () => {
    const { result, captchaVerification } = await check(await SOLVED[captchaType]());
    expect(result).toBe(true);
    expect(await codeOf(passes(captchaVerification))).toBe("SUCCESS");
    expect(await codeOf(passes(captchaVerification))).toBe("CAPTCHA_REQUIRED");
  });

  test("accepts one answer only, right or wrong", async () => {
    const right = await SOLVED[captchaType]();
    expect(await codeOf(check(right))).toBe("SUCCESS");
    expect(await codeOf(check(right))).toBe("CAPTCHA_EXPIRED");
    const solved = await SOLVED[captchaType]();
    expect(await codeOf(check({ ...solved, pointJson: "wrong" }))).toBe("CAPTCHA_WRONG");
    expect(await codeOf(check(solved))).toBe("CAPTCHA_EXPIRED");
  });

  test("gives one pass for many concurrent answers", async () => {
    const solved = await SOLVED[captchaType]();
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(check(solved))));
    expect(codes.filter((one) => one === "SUCCESS")).toHaveLength(1);
  });

  test("expires, and so does its pass", async () => {
    const solved = await SOLVED[captchaType]();
    wait(LIFETIME[captchaType]);
    expect(await codeOf(check(solved))).toBe("CAPTCHA_EXPIRED");
    const again = await SOLVED[captchaType]();
    wait(LIFETIME[captchaType] - 1);
    const { captchaVerification } = await check(again);
    wait(3 * MINUTE);
    expect(await codeOf(passes(captchaVerification))).toBe("CAPTCHA_REQUIRED");
  });

  test("an answer to another captcha is refused", async () => {
    const [first, second] = [await SOLVED[captchaType](), await ask(captchaType)];
    expect(await codeOf(check({ ...first, token: second.token }))).toBe("CAPTCHA_WRONG");
  });

  test("never contains its answer in the reply", async () => {
    await forget();
    const question = JSON.stringify(await ask(captchaType));
    const answer = await kept<Record<string, unknown>>();
    if (captchaType === "text") expect(question).not.toContain(answer.letters);
    expect(question).not.toContain('"x":');
  });

  test.each(["", "{}", "null", "A".repeat(2000), "\u0000", "e30=", "[1,2]", btoa("{}")])("refuses %j", async (junk) => {
    const { token } = await ask(captchaType);
    expect(await codeOf(check({ token, pointJson: junk }))).toMatch(/^(CAPTCHA_WRONG|INVALID_PARAMS)$/);
  });
});

describe("the slider", () => {
  test.each([
    [-6, false],
    [-5, true],
    [0, true],
    [5, true],
    [5.5, false],
  ])("accepts or refuses a deviation of %d pixels: %s", async (off, right) => {
    await forget();
    const { token, secretKey } = await ask("blockPuzzle");
    const { x } = await kept<{ x: number }>();
    const pointJson = encrypt(JSON.stringify({ x: x + off, y: 5 }), secretKey ?? "");
    const answer = upstream.call(captchaApi.check, { body: { captchaType: "blockPuzzle", token, pointJson } });
    expect(await codeOf(answer)).toBe(right ? "SUCCESS" : "CAPTCHA_WRONG");
  });

  test("understands AJ-Captcha's encryption, whose clients compute the same pass", async () => {
    expect(encrypt('{"x":123,"y":5}', "XwKsGlMcdPMEhR1B")).toBe("fLTd/I9lHii7tQekRB9Qwg==");
    const answer = { x: 123, secretKey: "XwKsGlMcdPMEhR1B" };
    expect(await slider.check(answer, "fLTd/I9lHii7tQekRB9Qwg==")).toBe(true);
    expect(slider.proof("tok-1", answer, "fLTd/I9lHii7tQekRB9Qwg==")).toBe(
      "AAg62QV/gZsNO+P0b0eOFXm5o8tWn6UnVZPAk5yvC6s=",
    );
    const solved = await SOLVED.blockPuzzle();
    const { captchaVerification } = await upstream.call(captchaApi.check, { body: solved });
    expect(await codeOf(passes(captchaVerification))).toBe("SUCCESS");
  });

  test("has pictures of AJ-Captcha's sizes, and a piece that fits into the gap", async () => {
    await forget();
    const { originalImageBase64, jigsawImageBase64, secretKey } = await ask("blockPuzzle");
    expect(secretKey).toMatch(/^[\w-]{16}$/);
    const original = sharp(Buffer.from(originalImageBase64 ?? "", "base64"));
    const jigsaw = sharp(Buffer.from(jigsawImageBase64 ?? "", "base64"));
    expect(await original.metadata()).toMatchObject({ format: "png", width: 310, height: 155 });
    expect(await jigsaw.metadata()).toMatchObject({ format: "png", width: 47, height: 155, hasAlpha: true });
    const { x } = await kept<{ x: number }>();
    const alpha = await jigsaw.extractChannel(3).raw().toBuffer();
    const row = [...Array(155).keys()].filter((y) => alpha[y * 47 + 23] === 255);
    expect(row.length, "31 pixels, less by a notch at either end").toBeGreaterThanOrEqual(31 - 2 * 7);
    // The hole is darker there than the matching piece.
    const y = row[Math.floor(row.length / 2)] ?? 0;
    const pixel = async (image: Buffer, left: number) =>
      (await sharp(image).removeAlpha().extract({ left, top: y, width: 1, height: 1 }).raw().toBuffer()).reduce(
        (a, b) => a + b,
      );
    const hole = await pixel(Buffer.from(originalImageBase64 ?? "", "base64"), x + 23);
    expect(hole).toBeLessThan(await pixel(Buffer.from(jigsawImageBase64 ?? "", "base64"), 23));
  });
});

test("letters are accepted in either case, in full width or with spaces", async () => {
  for (const typed of [(text: string) => text.toLowerCase(), (text: string) => ` ${[...text].join(" ")} `]) {
    const { token, pointJson } = await SOLVED.text();
    const answer = upstream.call(captchaApi.check, {
      body: { captchaType: "text", token, pointJson: typed(pointJson) },
    });
    expect(await codeOf(answer)).toBe("SUCCESS");
  }
  for (const letter of LETTERS) expect(strokesOf(letter).flat().flat().every(Number.isFinite)).toBe(true);
});

test("altcha's own solver finds the number", async () => {
  const { token, challenge } = await ask("pow");
  if (!challenge) throw new Error("no challenge");
  const { maxnumber, ...signed } = challenge;
  const solution = await solveChallenge(signed.challenge, signed.salt, "SHA-256", maxnumber).promise;
  const body = { captchaType: "pow" as const, token, pointJson: btoa(JSON.stringify({ ...signed, ...solution })) };
  expect(await codeOf(upstream.call(captchaApi.check, { body }))).toBe("SUCCESS");
});

test("a solution is valid only for the captcha for which it was computed", async () => {
  const foreign = await SOLVED.pow();
  const { token } = await ask("pow");
  const body = { captchaType: "pow" as const, token, pointJson: foreign.pointJson };
  expect(await codeOf(upstream.call(captchaApi.check, { body }))).toBe("CAPTCHA_WRONG");
});

test("the specified calls of zhiku use the same captchas", async () => {
  const { token, challenge } = await upstream.call(zhikuCaptchaApi.get, { body: { captchaType: "pow" } });
  expect(challenge?.maxnumber).toBe(100_000);
  const body = { captchaType: "pow" as const, token, pointJson: "e30=" };
  expect(await codeOf(upstream.call(zhikuCaptchaApi.check, { body }))).toBe("CAPTCHA_WRONG");
});

test("requesting and answering captchas is limited", async () => {
  for (let index = 0; index < LIMITS.captchaGet.max; index += 1) await ask("pow");
  expect(await codeOf(ask("pow"))).toBe("RATE_LIMITED");
  const body = { captchaType: "pow" as const, token: "x", pointJson: "e30=" };
  const check = () => codeOf(upstream.call(captchaApi.check, { body }));
  for (let index = 0; index < LIMITS.captchaCheck.max; index += 1) expect(await check()).toBe("CAPTCHA_EXPIRED");
  expect(await check()).toBe("RATE_LIMITED");
});
