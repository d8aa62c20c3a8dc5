import { useEffect, useState } from "react";

/** State of a text field that starts with the URL's fragment (without `#`), or with `initial` if there is none. */
export function useFragment(initial: string) {
  const [text, setText] = useState(initial);
  useEffect(() => {
    if (location.hash.length > 1) setText(location.hash.slice(1));
  }, []);
  return [text, setText] as const;
}
