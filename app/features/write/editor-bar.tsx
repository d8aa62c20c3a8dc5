import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button";
import { useOffered } from "#app/hooks/offered";
import { EditorPlace } from "./model/editor-place";

type Props = {
  /** Label of the button that publishes. */
  publish: string;
  /** Whether the preview that scripts show is open. */
  isPreviewing: boolean;
  /** Controls beside the buttons, e.g. 取消. */
  children: ReactNode;
};

/** The editor's buttons: save as a draft (with scripts, that happens by itself), preview, publish. */
export function EditorBar({ publish, isPreviewing, children }: Props) {
  const [drafts, previews] = [useOffered("draft"), useOffered("preview")];
  return (
    <div className="editor__bar">
      <EditorPlace name="status" className="editor__status" />
      {children}
      {drafts ? (
        <noscript>
          <Button type="submit" name="intent" value="keep" variant="quiet">
            存草稿
          </Button>
        </noscript>
      ) : null}
      {previews ? (
        <Button type="submit" name="intent" value="preview" aria-pressed={isPreviewing}>
          {isPreviewing ? "关闭预览" : "预览"}
        </Button>
      ) : null}
      <Button type="submit" name="intent" value="publish" variant="primary">
        {publish}
      </Button>
    </div>
  );
}
