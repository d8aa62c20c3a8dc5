import { type ComponentType, type RefObject, useEffect, useState } from "react";
import { slotOfStored } from "./model/draft-keys";
import type { EditorSettings } from "./model/editor-settings.server";
import type { EditorToolsProps } from "./tools/editor-tools";

/** Loads the editor's tools when the author starts to write, or has an unfinished draft here; null until then. */
export function useEditorTools(form: RefObject<HTMLFormElement>, { kind, draftKey }: EditorSettings) {
  const [tools, setTools] = useState<ComponentType<EditorToolsProps> | null>(null);
  useEffect(() => {
    const element = form.current;
    let wanted = true;
    const load = async () => {
      element?.removeEventListener("focusin", load);
      try {
        const { EditorTools } = await import("./tools/editor-tools");
        if (wanted) setTools(() => EditorTools);
      } catch (error) {
        console.warn("The editor's tools failed to load; the form works without them", error);
      }
    };
    if (kind !== "answer" || element?.contains(document.activeElement) || hasDraft(draftKey)) void load();
    else element?.addEventListener("focusin", load);
    return () => {
      wanted = false;
      element?.removeEventListener("focusin", load);
    };
  }, [form, kind, draftKey]);
  return tools;
}

/** Whether this browser has a draft under the key. */
function hasDraft(draftKey: string): boolean {
  try {
    return Object.keys(localStorage).some((name) => slotOfStored(name, draftKey) !== null);
  } catch {
    return false;
  }
}
