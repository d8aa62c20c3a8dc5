import { useCallback, useEffect, useMemo } from "react";
import { applyEdit, replaceText, selectedIn } from "./apply-edit";
import { insertMarks, pictureMark, uploadMark } from "./picture-marks";
import { createUploads } from "./uploads";

/**
 * Pictures that are pasted, dropped or chosen: a mark in the text keeps their place until they are uploaded. A paste
 * that is text as well (from a word processor) stays text.
 */
export function usePictures(textarea: HTMLTextAreaElement) {
  const uploads = useMemo(() => createUploads("content"), []);
  const add = useCallback(
    (files: readonly File[]) => {
      const marks = files.map((file) => {
        let mark = "";
        const replace = (by: string) => {
          const at = textarea.value.indexOf(mark);
          if (at !== -1) replaceText(textarea, at, at + mark.length, by);
        };
        const id = uploads.start(
          file,
          ({ url }) => replace(pictureMark(url)),
          () => replace(""),
        );
        mark = uploadMark(id);
        return mark;
      });
      if (marks.length > 0) applyEdit(textarea, insertMarks(selectedIn(textarea), marks));
    },
    [textarea, uploads],
  );

  useEffect(() => {
    const picturesOf = (data: DataTransfer | null) =>
      [...(data?.files ?? [])].filter(({ type }) => /^image\//.test(type));
    const onPaste = (event: ClipboardEvent) => {
      const pictures = picturesOf(event.clipboardData);
      if (pictures.length === 0 || event.clipboardData?.types.includes("text/plain")) return;
      event.preventDefault();
      add(pictures);
    };
    const onDragOver = (event: DragEvent) => {
      // Otherwise the browser would leave the page and show the file.
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      add(picturesOf(event.dataTransfer));
    };
    textarea.addEventListener("paste", onPaste);
    textarea.addEventListener("dragover", onDragOver);
    textarea.addEventListener("drop", onDrop);
    return () => {
      textarea.removeEventListener("paste", onPaste);
      textarea.removeEventListener("dragover", onDragOver);
      textarea.removeEventListener("drop", onDrop);
    };
  }, [textarea, add]);

  return { uploads, add };
}
