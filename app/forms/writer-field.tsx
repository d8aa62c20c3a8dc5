import { useRef } from "react";
import { useRoot } from "#app/hooks/root";
import type { Refused } from "./form-result";
import { WRITER } from "./writer";

/** Hidden field with the member for whom a form was rendered; after a refusal that names another, with that one. */
export function WriterField({ notice }: { notice: Refused<unknown, unknown> | null }) {
  const viewer = useRoot()?.viewer?.userId;
  // Until the page's own data are reloaded.
  const named = useRef<{ writer: number; after: number | undefined }>();
  if (notice?.writer) named.current = { writer: notice.writer, after: viewer };
  const writer = named.current?.after === viewer ? named.current?.writer : viewer;
  return writer ? <input type="hidden" name={WRITER} value={writer} /> : null;
}
