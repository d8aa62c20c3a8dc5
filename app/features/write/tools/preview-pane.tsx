import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button";
import { Prose } from "#app/components/ui/prose";
import { valuesIn } from "#app/features/write/drafts/fill-editor";
import { writePaths } from "#app/features/write/model/write-paths";
import { formOf, RequestError, request } from "#app/forms/request";
import { previewWait } from "./preview-pace";

type Props = { id: string; textarea: HTMLTextAreaElement };

/** Live preview, made by the same renderer as the published page. */
export function PreviewPane({ id, textarea }: Props) {
  const [html, setHtml] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempts, retry] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempts` only triggers another attempt
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    let last = { length: 0, at: 0 };
    const show = async () => {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      try {
        // As the form would send it, not with pictures' placeholders.
        const content = textarea.form ? valuesIn(textarea.form).content : textarea.value;
        last = { length: content.length, at: Date.now() };
        const body = formOf({ content });
        setHtml((await request<{ html: string }>(writePaths.preview(), { body, signal })).html);
        setFailure(null);
      } catch (error) {
        if (!signal.aborted) setFailure(error instanceof RequestError ? error.message : String(error));
      }
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(show, previewWait({ length: last.length, age: Date.now() - last.at }));
    };
    void show();
    textarea.addEventListener("input", later);
    return () => {
      clearTimeout(timer);
      asked.abort();
      textarea.removeEventListener("input", later);
    };
  }, [textarea, attempts]);

  return (
    <section id={id} className="preview" aria-label="预览">
      {failure ? (
        <p className="preview__failure" role="alert">
          {failure}
          <Button size="small" onClick={() => retry((n) => n + 1)}>
            重试
          </Button>
        </p>
      ) : null}
      {html === null ? (
        failure ? null : (
          <p className="preview__wait">正在生成预览…</p>
        )
      ) : html === "" ? (
        <p className="preview__wait">还没有内容可以预览</p>
      ) : (
        <Prose html={html} />
      )}
    </section>
  );
}
