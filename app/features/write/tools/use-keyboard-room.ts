import { useEffect } from "react";

/**
 * Keeps `--keyboard` at the height that a phone's keyboard takes from the page, for the bar that must stay above it.
 * Browsers that make the page itself smaller (`interactive-widget=resizes-content`) leave it at 0.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      // Pinched open, the view is smaller for another reason.
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
