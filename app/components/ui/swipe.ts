import { type TouchEvent, useRef } from "react";

/** Pixels that a finger has to move for a swipe; less may be a tap. */
const DISTANCE_MIN = 48;

/**
 * Event handlers of an element over which one finger swipes sideways.
 * @param go called with 1 for a swipe to the left (to the next), -1 for one to the right
 */
export function useSwipe(go: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches[0];
      // With two fingers, or on a page enlarged by them, moving is zooming or panning.
      const swiping = finger && touches.length === 1 && (visualViewport?.scale ?? 1) <= 1.01;
      start.current = swiping ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0];
      if (!start.current || !finger) return;
      const [x, y] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
      start.current = null;
      if (Math.abs(x) >= DISTANCE_MIN && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
    },
  };
}
