import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { logIn, newMember } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";

/** Twice as wide as high: red on the left, blue on the right. */
const twoColours = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: "#0000ff" } })
    .composite([
      { input: { create: { width: 400, height: 400, channels: 3, background: "#ff0000" } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();

/** Share of red in the stored avatar, from 0 to 1, and its size. */
async function storedAvatar(page: Page): Promise<{ red: number; width: number; height: number }> {
  const avatar = page.locator(".avatar-form img");
  await expect(avatar).toHaveAttribute("src", /\/oss\//);
  const url = new URL((await avatar.getAttribute("src")) ?? "", page.url());
  url.search = "";
  const { data, info } = await sharp(await (await page.request.get(url.href)).body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let red = 0;
  for (let at = 0; at < data.length; at += 3) if ((data[at] ?? 0) > (data[at + 2] ?? 0)) red += 1;
  return { red: red / (info.width * info.height), width: info.width, height: info.height };
}

test("an avatar is cropped by keys, mouse and slider", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await open(page, "/account/profile");
  const file = { name: "两种颜色.png", mimeType: "image/png", buffer: await twoColours() };
  await page.locator('input[name="avatar"]').setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "裁剪头像" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("group", { name: "图片" }).focus();
  for (let press = 0; press < 30; press += 1) await page.keyboard.press("ArrowLeft");
  await dialog.getByRole("button", { name: "使用这张" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("头像已更新")).toBeVisible();
  expect((await storedAvatar(page)).red).toBe(1);

  const before = await page.locator(".avatar-form img").getAttribute("src");
  await page.locator('input[name="avatar"]').setInputFiles(file);
  const box = await dialog.getByRole("group", { name: "图片" }).boundingBox();
  if (!box) throw new Error("nothing to drag");
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await dialog.getByRole("slider", { name: "放大" }).fill("2");
  await dialog.getByRole("button", { name: "使用这张" }).click();
  await expect(page.locator(".avatar-form img")).not.toHaveAttribute("src", before ?? "");
  expect((await storedAvatar(page)).red).toBe(0);

  await page
    .locator('input[name="avatar"]')
    .setInputFiles({ ...file, name: "x.png", buffer: Buffer.from("no picture") });
  await expect(page.getByText("这个文件不是能识别的图片")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("an avatar is not changed for somebody who logs in meanwhile in another tab", async ({
  page,
  context,
  baseURL,
}) => {
  await logIn(context, await newMember(), baseURL);
  await open(page, "/account/profile");
  const file = { name: "两种颜色.png", mimeType: "image/png", buffer: await twoColours() };
  await page.locator('input[name="avatar"]').setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "裁剪头像" });
  await expect(dialog).toBeVisible();
  await logIn(context, await newMember(), baseURL);
  await dialog.getByRole("button", { name: "使用这张" }).click();
  await expect(page.getByText("这是用另一个账号填的")).toBeVisible();
  await expect(page.getByText("头像已更新")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test("an avatar is cropped with one finger, and with two", async ({ page, context, baseURL }) => {
    await logIn(context, await newMember(), baseURL);
    await open(page, "/account/profile");
    const file = { name: "两种颜色.png", mimeType: "image/png", buffer: await twoColours() };
    await page.locator('input[name="avatar"]').setInputFiles(file);
    const dialog = page.getByRole("dialog", { name: "裁剪头像" });
    const box = await dialog.getByRole("group", { name: "图片" }).boundingBox();
    if (!box) throw new Error("nothing to touch");
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const hand = await context.newCDPSession(page);
    type Finger = { x: number; y: number };
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: Finger[]) =>
      hand.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: touchPoints.map(({ x, y }, id) => ({ x: middle.x + x, y: middle.y + y, id })),
      });
    const zoom = async () => Number(await dialog.getByRole("slider", { name: "放大" }).inputValue());
    const shown = () =>
      dialog.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
        const { data } = (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(0, 0, 560, 1);
        let red = 0;
        for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > (data[at + 2] ?? 0)) red += 1;
        return red / 560;
      });
    expect(await shown()).toBeCloseTo(0.5, 1);

    // Two fingers move apart, until they are at twice the distance.
    await touch("touchStart", { x: -40, y: 0 }, { x: 40, y: 0 });
    for (const at of [50, 60, 70, 80]) await touch("touchMove", { x: -at, y: 0 }, { x: at, y: 0 });
    await touch("touchEnd");
    await expect.poll(zoom).toBeCloseTo(2, 0);
    // The centre stays in place, and the page below has not moved or zoomed.
    await expect.poll(shown).toBeCloseTo(0.5, 1);
    expect(await page.evaluate(() => [scrollY, visualViewport?.scale])).toEqual([0, 1]);

    // One finger, by a quarter of the visible part, twice.
    const quarter = box.width / 4;
    await touch("touchStart", { x: 0, y: 0 });
    for (const part of [0.5, 1]) await touch("touchMove", { x: quarter * part, y: 10 * part });
    await touch("touchEnd");
    await expect.poll(shown).toBeCloseTo(0.75, 1);
    await touch("touchStart", { x: 0, y: 0 });
    await touch("touchMove", { x: quarter * 1.1, y: 0 });
    await touch("touchEnd");
    await expect.poll(shown).toBe(1);

    // Pinched together: no smaller than the whole picture.
    await touch("touchStart", { x: -90, y: 0 }, { x: 90, y: 0 });
    for (const at of [60, 30, 10]) await touch("touchMove", { x: -at, y: 0 }, { x: at, y: 0 });
    await touch("touchEnd");
    await expect.poll(zoom).toBe(1);
    await dialog.getByRole("button", { name: "使用这张" }).click();
    await expect(page.getByText("头像已更新")).toBeVisible();
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the middle of a picture becomes the avatar", async ({ page, context, baseURL }) => {
    const member = await newMember();
    await logIn(context, member, baseURL);
    await page.goto("/account/profile");
    const file = { name: "a.png", mimeType: "image/png", buffer: await twoColours() };
    await page.locator('input[name="avatar"]').setInputFiles(file);
    await page.getByRole("button", { name: "上传", exact: true }).click();
    await expect(page.getByText("头像已更新")).toBeVisible();
    const { red, width, height } = await storedAvatar(page);
    expect(width).toBe(height);
    expect(red).toBeCloseTo(0.5, 1);

    // On its own page it is at the edge of the band, which has its phone height here.
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`/u/${member.userId}`);
    const head = await page.locator(".profile-head").boundingBox();
    const picture = await page.locator(".profile-head .avatar").boundingBox();
    expect((picture?.y ?? 0) - (head?.y ?? 0)).toBeLessThan(48);
    expect(picture?.width).toBe(72);
  });
});
