import { useEffect } from "react";

/**
 * Sets `--keyboard` to the height that a phone's on-screen keyboard covers, for the bar that must stay above it.
 * Browsers that resize the page instead (`interactive-widget=resizes-content`) leave it at 0.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      // When pinch-zoomed, the viewport is smaller for another reason.
      const hidden = view.scale > 1.05 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop);
      document.documentElement.style.setProperty("--keyboard", `${Math.round(hidden)}px`);
    };
    measure();
    view.addEventListener("resize", measure);
    view.addEventListener("scroll", measure);
    return () => {
      view.removeEventListener("resize", measure);
      view.removeEventListener("scroll", measure);
      document.documentElement.style.removeProperty("--keyboard");
    };
  }, []);
}
