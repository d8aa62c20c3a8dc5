import type { Page } from "@playwright/test";
import sharp from "sharp";
import { open } from "./page-errors";
import { unique } from "./publish";

/** Publishes an article with a picture of this size, as the logged-in member, and opens it. */
export async function openPictureArticle(page: Page, size: { width: number; height: number }): Promise<void> {
  const buffer = await sharp({ create: { ...size, channels: 3, background: "#3366cc" } })
    .png()
    .toBuffer();
  await open(page, "/write/article");
  const upload = page.locator('[data-place="toolbar"] input[type=file]');
  await upload.setInputFiles({ name: "截图.png", mimeType: "image/png", buffer });
  await page.waitForFunction(() =>
    document.querySelector<HTMLTextAreaElement>("[name=content]")?.value.includes("](/oss/"),
  );
  const title = unique("带一张图的文章");
  await page.getByLabel("标题", { exact: true }).fill(title);
  await page.locator("button[value=publish]").click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}
