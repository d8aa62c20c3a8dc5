import { useEffect, useState } from "react";

/**
 * Whether a field that had the focus before the tools loaded has lost it: replacing it sooner would lose the focus, and
 * what an input method is composing.
 */
export function useLeft(field: HTMLElement | null): boolean {
  const [left, setLeft] = useState(() => field === null || field !== document.activeElement);
  useEffect(() => {
    if (left) return;
    // When the window loses focus, the field keeps it within the document.
    const leave = () => field !== document.activeElement && setLeft(true);
    field?.addEventListener("blur", leave);
    return () => field?.removeEventListener("blur", leave);
  }, [field, left]);
  return left;
}
