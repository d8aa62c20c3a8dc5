import { type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { DraftNotice, DraftStatusLine } from "#app/features/write/drafts/draft-notice";
import { useDraft } from "#app/features/write/drafts/use-draft";
import { useDraftSlot } from "#app/features/write/drafts/use-draft-slot";
import type { EditorPlace } from "#app/features/write/model/editor-place";
import type { EditorResult } from "#app/features/write/model/editor-result";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import { paths } from "#app/paths";
import { CoverPicker } from "./cover-picker";
import { MentionMenu } from "./mention-menu";
import { PreviewPane } from "./preview-pane";
import { SimilarLive } from "./similar-live";
import { TagChips } from "./tag-chips";
import { Toolbar } from "./toolbar";
import { UploadList } from "./upload-list";
import { createUploads } from "./uploads";
import { useFullScreen } from "./use-full-screen";
import { useKeyboardRoom } from "./use-keyboard-room";
import { useKeys } from "./use-keys";
import { useLeft } from "./use-left";
import { usePictures } from "./use-pictures";
import { useSending } from "./use-sending";
import { WordCount } from "./word-count";

/** Props of an editor's tools. */
export type EditorToolsProps = {
  form: HTMLFormElement;
  settings: EditorSettings;
  previewId: string;
  onResult: (result: EditorResult) => void;
  onPreviewing: (on: boolean) => void;
  /** Called with the version that the text in the form is based on from now on; must be stable. */
  onVersion: (version: number) => void;
  /** Called with the slot of this new text. */
  onSlot: (slot: string) => void;
};

/** Everything that scripts add to an editor's form. The form itself is what gets submitted. */
export function EditorTools({ form, ...rest }: EditorToolsProps) {
  const textarea = form.elements.namedItem("content");
  const { slot, move } = useDraftSlot(form, rest.settings, rest.onSlot);
  if (slot === null || !(textarea instanceof HTMLTextAreaElement)) return null;
  return <Tools form={form} textarea={textarea} slot={slot} move={move} {...rest} />;
}

type Props = Omit<EditorToolsProps, "onSlot"> & {
  textarea: HTMLTextAreaElement;
  slot: string;
  move: () => void;
};

function Tools({ form, textarea, settings, slot, move, previewId, onResult, onVersion, onPreviewing }: Props) {
  const [previewing, setPreviewing] = useState(false);
  const { uploads, add } = usePictures(textarea);
  const covers = useMemo(() => createUploads("cover"), []);
  const pending = [
    ...useSyncExternalStore(uploads.subscribe, uploads.current),
    ...useSyncExternalStore(covers.subscribe, covers.current),
  ];
  const { status, found, keeper } = useDraft(form, settings, { slot, move, onVersion });
  const { full, setFull } = useFullScreen(form);
  useKeys(textarea);
  useKeyboardRoom();
  useSending(form, settings, {
    onResult(result) {
      // The error may be in a field that is hidden in full-screen mode.
      setFull(false);
      onResult(result);
      keeper.resume();
    },
    onSending: keeper.settle,
    onPublished: keeper.forget,
    refusal() {
      if (pending.some(({ state }) => state === "failed")) return "有图片没有传上去，请重试或取消它，再发布";
      return pending.length > 0 ? "图片还没有传完，请等一下或取消它" : null;
    },
    onPreview() {
      form.toggleAttribute("data-previewing", !previewing);
      setPreviewing(!previewing);
      onPreviewing(!previewing);
    },
  });
  const input = (name: string): HTMLInputElement | null => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field : null;
  };
  const [tags, cover] = [input("tags"), input("coverUrl")];
  const [tagsLeft, coverLeft] = [useLeft(tags), useLeft(cover)];
  const title = form.elements.namedItem("title");
  const into = (place: EditorPlace, content: ReactNode) => {
    const element = form.querySelector(`[data-place="${place}"]`);
    return element ? createPortal(content, element) : null;
  };
  return (
    <>
      {into("toolbar", <Toolbar textarea={textarea} onFiles={add} full={full} onFull={setFull} />)}
      {into(
        "uploads",
        <>
          <MentionMenu id={`${previewId}-people`} textarea={textarea} question={questionOf(settings.path)} />
          <UploadList uploads={uploads} />
        </>,
      )}
      {into("count", <WordCount textarea={textarea} />)}
      {previewing ? into("preview", <PreviewPane id={previewId} textarea={textarea} />) : null}
      {title instanceof HTMLTextAreaElement ? into("similar", <SimilarLive title={title} />) : null}
      {tags && tagsLeft ? into("tags", <TagChips field={tags} />) : null}
      {cover && coverLeft ? into("cover", <CoverPicker field={cover} uploads={covers} />) : null}
      {into("draft", found ? <DraftNotice found={found} keeper={keeper} another={anotherOf(settings)} /> : null)}
      {into("status", <DraftStatusLine status={status} />)}
    </>
  );
}

/** Path of the editor for another new text of the kind; null if there is no such thing. */
const anotherOf = ({ isNew, kind }: EditorSettings): string | null =>
  isNew && (kind === "question" || kind === "article") ? paths.write(kind) : null;

const questionOf = (path: string): string | null => new URLSearchParams(path.split("?")[1]).get("question");
