import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * For a link whose comment is only in its hash, which the server never sees: if the comment is not on the page, asks
 * for the page that shows it, or says that it is gone.
 */
export function useLinkedComment(sought: (id: string) => string): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  // Not when a comment disappears while its page is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const [, id] = /^#comment-(\d{1,15})$/.exec(hash) ?? [];
    if (!id || new URLSearchParams(search).get("comment") === id || document.getElementById(`comment-${id}`)) return;
    navigate(sought(id), { replace: true });
  }, [hash]);
}
