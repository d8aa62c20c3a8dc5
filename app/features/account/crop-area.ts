/** A picture's size in pixels. */
export type Size = { width: number; height: number };

/** Crop of a picture to a square: its centre in the picture's pixels, and its magnification. */
export type Crop = { x: number; y: number; zoom: number };

/** Maximum magnification. */
export const ZOOM_MAX = 5;

/** The largest centred square. */
export const centreCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** Side of the square, in the picture's pixels. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** Moves a crop by a number of the picture's pixels, within its edges. */
export function moved(picture: Size, crop: Crop, right: number, down: number): Crop {
  const half = sideOf(picture, crop) / 2;
  const within = (at: number, length: number) => Math.min(Math.max(at, half), length - half);
  return { ...crop, x: within(crop.x + right, picture.width), y: within(crop.y + down, picture.height) };
}

/** Magnifies a crop around its centre, between 1 and `ZOOM_MAX`. */
export function zoomed(picture: Size, crop: Crop, zoom: number): Crop {
  return moved(picture, { ...crop, zoom: Math.min(Math.max(zoom, 1), ZOOM_MAX) }, 0, 0);
}

/** Draws a crop onto the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const side = sideOf(picture, crop);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
}
