import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { Img } from "#app/components/ui/img";
import { PICTURE_ACCEPT } from "#app/contract/files/picture-types";
import { setField } from "#app/features/write/text/apply-edit";
import { UploadList } from "./upload-list";
import type { Uploads } from "./uploads";

/** Uploads a cover, the last that was chosen; the hidden field behind it holds the URL that is submitted. */
export function CoverPicker({ field, uploads }: { field: HTMLInputElement; uploads: Uploads }) {
  const [url, setUrl] = useState(field.value);
  const files = useRef<HTMLInputElement>(null);
  // Layout effect, because it replaces the field before the next paint.
  useLayoutEffect(() => {
    const label = field.form?.querySelector<HTMLLabelElement>(`label[for="${CSS.escape(field.id)}"]`);
    const read = () => setUrl(field.value);
    field.hidden = true;
    if (label) label.htmlFor = `${field.id}-file`;
    field.addEventListener("input", read);
    return () => {
      field.hidden = false;
      if (label) label.htmlFor = field.id;
      field.removeEventListener("input", read);
    };
  }, [field]);
  /** Otherwise an upload that takes longer would replace what was chosen after it. */
  const cancelAll = () => {
    for (const { id } of uploads.current()) uploads.cancel(id);
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    cancelAll();
    uploads.start(
      file,
      (uploaded) => setField(field, uploaded.url),
      () => {},
    );
  };
  const remove = () => {
    cancelAll();
    setField(field, "");
  };
  return (
    <div className="cover">
      {url ? <Img src={url} alt="封面" width={240} height={135} className="cover__picture" /> : null}
      <div className="cover__actions">
        <input
          ref={files}
          id={`${field.id}-file`}
          type="file"
          accept={PICTURE_ACCEPT}
          className="visually-hidden"
          tabIndex={-1}
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = "";
          }}
        />
        <Button icon="image" onClick={() => files.current?.click()}>
          {url ? "换一张" : "上传封面"}
        </Button>
        {url ? (
          <Button variant="quiet" onClick={remove}>
            移除
          </Button>
        ) : null}
      </div>
      <UploadList uploads={uploads} />
    </div>
  );
}
