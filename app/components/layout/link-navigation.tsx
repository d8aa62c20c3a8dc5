import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/** Files and machine-readable resources that the router would take for pages of the app. */
const NO_PAGE = /^\/oss\/|\/card$|\.\w+$/;
/** Links that are not the browser's to follow, a download or a dialog's. */
const FOLLOWED = "a[href]:not([target],[download],[data-reload],[data-login])";

/** Follows links within the site without a page load: one listener for all of them (see `Link`). */
export function LinkNavigation() {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Partial<Element>).closest?.<HTMLAnchorElement>(FOLLOWED);
      if (!link || link.origin !== location.origin || NO_PAGE.test(link.pathname)) return;
      const here = location.pathname + location.search;
      const target = link.pathname + link.search;
      // The browser handles anchors within the page.
      if (target === here && link.hash) return;
      event.preventDefault();
      // With `data-stay` nothing should scroll; the hash is only for browsers without scripts.
      const stay = "stay" in link.dataset;
      navigate(stay ? target : target + link.hash, { preventScrollReset: stay, replace: target === here });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
  return null;
}
