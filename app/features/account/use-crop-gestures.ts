import { type Dispatch, type RefObject, type SetStateAction, useEffect } from "react";
import { type Crop, moved, type Size, sideOf, zoomed } from "./crop-area";

/** Distance per press of an arrow key, as a fraction of the visible part. */
const STEP = 0.04;
const ZOOM_STEP = 1.1;

/**
 * Moves and zooms the picture in a square element: by dragging with mouse or finger, pinching, the wheel, the arrow
 * keys, + and −.
 */
export function useCropGestures(
  element: RefObject<HTMLElement>,
  picture: Size,
  change: Dispatch<SetStateAction<Crop>>,
) {
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const fingers = new Map<number, { x: number; y: number }>();
    /** Moves by fractions of the visible part. */
    const move = (right: number, down: number) =>
      change((crop) => moved(picture, crop, right * sideOf(picture, crop), down * sideOf(picture, crop)));
    const magnify = (factor: number) => change((crop) => zoomed(picture, crop, crop.zoom * factor));
    const spread = () => {
      const [one, other] = [...fingers.values()];
      return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
    };

    const onDown = (event: PointerEvent) => {
      box.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const spreadBefore = spread();
      const now = { x: event.clientX, y: event.clientY };
      fingers.set(event.pointerId, now);
      const shown = box.clientWidth * fingers.size;
      move((before.x - now.x) / shown, (before.y - now.y) / shown);
      if (spreadBefore > 0) magnify(spread() / spreadBefore);
    };
    const onUp = (event: PointerEvent) => void fingers.delete(event.pointerId);
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      magnify(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
    };
    const KEYS: Record<string, () => void> = {
      ArrowLeft: () => move(-STEP, 0),
      ArrowRight: () => move(STEP, 0),
      ArrowUp: () => move(0, -STEP),
      ArrowDown: () => move(0, STEP),
      "+": () => magnify(ZOOM_STEP),
      "=": () => magnify(ZOOM_STEP),
      "-": () => magnify(1 / ZOOM_STEP),
    };
    const onKey = (event: KeyboardEvent) => {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    const stop = new AbortController();
    const { signal } = stop;
    box.addEventListener("pointerdown", onDown, { signal });
    box.addEventListener("pointermove", onMove, { signal });
    for (const end of ["pointerup", "pointercancel"] as const) box.addEventListener(end, onUp, { signal });
    box.addEventListener("wheel", onWheel, { signal, passive: false });
    box.addEventListener("keydown", onKey, { signal });
    return () => stop.abort();
  }, [element, picture, change]);
}
