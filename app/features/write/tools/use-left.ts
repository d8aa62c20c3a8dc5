import { useEffect, useState } from "react";

/**
 * Whether nobody is in a field any more who was there before the tools: what takes its place sooner would take the
 * focus, and the word that an input method composes there.
 */
export function useLeft(field: HTMLElement | null): boolean {
  const [left, setLeft] = useState(() => field === null || field !== document.activeElement);
  useEffect(() => {
    if (left) return;
    // Of a window that is left the field keeps the focus.
    const leave = () => field !== document.activeElement && setLeft(true);
    field?.addEventListener("blur", leave);
    return () => field?.removeEventListener("blur", leave);
  }, [field, left]);
  return left;
}
