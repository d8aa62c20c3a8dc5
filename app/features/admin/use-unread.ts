import { useEffect, useState } from "react";

/** Milliseconds during which a new item can't have been read yet. */
const MOMENT = 400;

/** The item shown last in this tab; kept here, since each item is a page of its own. */
let shown: string | null = null;

/**
 * Whether the item has just replaced another, so that the second press of a double press, meant for the previous item,
 * has no effect. The first item of a tab can be decided on immediately.
 * @param thing identifies the item
 */
export function useUnread(thing: string): boolean {
  const [seen, setSeen] = useState(shown ?? thing);
  useEffect(() => {
    shown = thing;
    if (seen === thing) return;
    const timer = setTimeout(() => setSeen(thing), MOMENT);
    return () => clearTimeout(timer);
  }, [seen, thing]);
  return seen !== thing;
}
