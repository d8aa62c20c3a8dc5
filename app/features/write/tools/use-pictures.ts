import { useCallback, useEffect, useMemo } from "react";
import { toast } from "#app/components/ui/toast";
import { uploadAddresses, uploadMark, uploadMarks } from "#app/features/write/model/upload-marks";
import { applyEdit, selectedIn } from "#app/features/write/text/apply-edit";
import { insertMarks } from "#app/features/write/text/picture-marks";
import { insertBlock } from "#app/features/write/text/text-edit";
import { readPasted } from "./pasted";
import { createSettledMarks } from "./settled-marks";
import { createUploads, type UploadSource } from "./uploads";

/**
 * Handles pictures that are pasted, dropped or chosen, and pasted tables: a placeholder in the text marks a picture
 * until it is uploaded. Pasted content that also has text (from a word processor) stays text, unless it is a table or
 * contains pictures of another page.
 */
export function usePictures(textarea: HTMLTextAreaElement) {
  const uploads = useMemo(() => createUploads("content"), []);
  const marks = useMemo(() => createSettledMarks(textarea), [textarea]);
  useEffect(() => marks.watch(), [marks]);
  const begin = useCallback(
    (source: UploadSource, alt = ""): string => {
      const id = uploads.start(
        source,
        ({ url }) => {
          const places = marks.settle((text) =>
            uploadAddresses(text, id).map(({ from, to }) => ({ from, to, insert: url })),
          );
          if (places === 0) toast("图片传好了，但正文里没有它的位置了，需要的话请重新插入", "info");
        },
        () => {
          marks.settle((text) =>
            uploadMarks(text, id).map(({ from, to, alt: typed }) => {
              // On failure, keep a link to where it can be seen.
              const insert = source instanceof File ? "" : `[${typed || "图片"}](${source.address})`;
              return { from, to, insert };
            }),
          );
        },
      );
      return uploadMark(id, alt);
    },
    [uploads, marks],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      const begun = files.map((file) => begin(file));
      if (begun.length > 0) applyEdit(textarea, insertMarks(selectedIn(textarea), begun));
    },
    [textarea, begin],
  );

  useEffect(() => {
    const picturesOf = (data: DataTransfer | null) =>
      [...(data?.files ?? [])].filter(({ type }) => /^image\//.test(type));
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData: data } = event;
      if (!data) return;
      const files = data.types.includes("text/plain") ? [] : picturesOf(data);
      if (files.length > 0) {
        event.preventDefault();
        return add(files);
      }
      const pasted = readPasted(data, selectedIn(textarea), begin);
      if (!pasted) return;
      event.preventDefault();
      const selected = selectedIn(textarea);
      const edit = pasted.inline
        ? { from: selected.start, to: selected.end, insert: pasted.markdown }
        : insertBlock(selected, pasted.markdown, "");
      const end = edit.from + edit.insert.length;
      applyEdit(textarea, { ...edit, start: end, end });
      if (pasted.lost > 0) toast(`有 ${pasted.lost} 张图片没有带过来，请单独复制或上传`);
    };
    const onDragOver = (event: DragEvent) => {
      // Otherwise the browser would leave the page and open the file.
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
  }, [textarea, add, begin]);

  return { uploads, add };
}
