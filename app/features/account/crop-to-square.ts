/** Pixels: enough for the largest picture that is shown of a person, on the sharpest screens. */
const SIDE = 512;
const QUALITY = 0.9;

/**
 * The middle of a picture as a square of at most 512 pixels, drawn anew in the browser: less to send, and nothing of
 * what a camera wrote into it. In a browser only.
 * @throws when it is no picture
 */
export async function cropToSquare(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const side = Math.min(bitmap.width, bitmap.height);
  const size = Math.min(side, SIDE);
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const left = (bitmap.width - side) / 2;
  const top = (bitmap.height - side) / 2;
  canvas.getContext("2d")?.drawImage(bitmap, left, top, side, side, 0, 0, size, size);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
  if (!blob) throw new Error("the picture can't be drawn");
  // Safari makes PNG where it is asked for WebP.
  return new File([blob], "avatar", { type: blob.type });
}
