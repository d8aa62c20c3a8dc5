import { type Crop, drawCrop, sideOf } from "./crop-area";

/** Pixels: enough for the largest avatar on high-density screens. */
const SIDE = 512;
const QUALITY = 0.9;

/**
 * Crops a square of a picture to a file of at most 512 pixels, re-encoded in the browser, which reduces its size and
 * removes camera metadata.
 * @throws if it can't be drawn
 */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<File> {
  const size = Math.max(1, Math.round(Math.min(sideOf(picture, crop), SIDE)));
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  drawCrop(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
  if (!blob) throw new Error("the picture can't be drawn");
  // Safari returns PNG when asked for WebP.
  return new File([blob], "avatar", { type: blob.type });
}
