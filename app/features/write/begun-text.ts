import { useState } from "react";
import { useTypedText } from "#app/forms/typed-text";

/** Initial text of an editor's field, like `useTypedText`. A refusal does not change it: its text is still a draft. */
export function useBegunText(id: string, value: string): string {
  const [begun] = useState(value);
  return useTypedText(id, begun);
}
