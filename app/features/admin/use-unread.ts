import { useEffect, useState } from "react";

/** Milliseconds in which nobody has read what has just come. */
const MOMENT = 400;

/**
 * Whether what stands here has only just taken the place of something else: the second press of a double one, meant for what
 * was here before, decides nothing. What a page opens with can be decided at once.
 * @param thing which one it is
 */
export function useUnread(thing: string): boolean {
  const [seen, setSeen] = useState(thing);
  useEffect(() => {
    if (seen === thing) return;
    const timer = setTimeout(() => setSeen(thing), MOMENT);
    return () => clearTimeout(timer);
  }, [seen, thing]);
  return seen !== thing;
}
