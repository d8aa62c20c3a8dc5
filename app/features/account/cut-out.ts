import { type Crop, drawCrop, sideOf } from "./crop-area";

/** Pixels: enough for the largest picture that is shown of a person, on the sharpest screens. */
const SIDE = 512;
const QUALITY = 0.9;

/**
 * A square of a picture as a file of at most 512 pixels, drawn anew in the browser: less to send, and nothing of what a
 * camera wrote into it.
 * @throws when it can't be drawn
 */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<File> {
  const size = Math.max(1, Math.round(Math.min(sideOf(picture, crop), SIDE)));
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  drawCrop(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
  if (!blob) throw new Error("the picture can't be drawn");
  // Safari makes PNG where it is asked for WebP.
  return new File([blob], "avatar", { type: blob.type });
}
