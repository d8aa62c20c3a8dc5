import { useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Prose } from "#app/components/ui/prose";
import { TAGS_MAX } from "#app/contract/limits";
import type { Appealable } from "#app/contract/moderation/appeal";
import { BarredNotice } from "#app/features/appeal/barred-notice";
import { WritingCaptcha } from "#app/features/captcha/writing-captcha";
import { DefaultButton } from "#app/forms/default-button";
import { RefusalNotice } from "#app/forms/form-notice";
import { IdempotencyKey } from "#app/forms/idempotency-field";
import { useFormResult } from "#app/forms/use-form-result";
import { WRITER } from "#app/forms/writer";
import { useOffered } from "#app/hooks/offered";
import editorStyles from "#app/styles/editor.css?url";
import { ArticleFields, type ClassificationChoice } from "./article-fields";
import { BodyField } from "./body-field";
import { Conflict } from "./conflict";
import type { NewDraft } from "./drafts/new-drafts.server";
import { OtherDrafts } from "./drafts/other-drafts";
import { PlainDraft } from "./drafts/plain-draft";
import { EditorBar } from "./editor-bar";
import { EditorLine } from "./editor-line";
import { PLAIN_WORDS, WORDS } from "./editor-words";
import { LineFields, linesOf } from "./line-fields";
import { EditorPlace } from "./model/editor-place";
import type { EditorResult } from "./model/editor-result";
import type { EditorSettings } from "./model/editor-settings.server";
import { BASE_VERSION, DRAFT_SLOT, type EditorValues, KNOWN_DRAFT, REASON } from "./model/editor-values";
import { SimilarList } from "./model/similar-list";
import { ReasonField } from "./reason-field";
import { TitleField } from "./title-field";
import { useEditorTools } from "./use-editor-tools";

type Props = {
  settings: EditorSettings;
  /** Initial values: the stored text, or empty. */
  initial: EditorValues;
  /** Result of a submission without scripts. */
  result?: EditorResult | undefined;
  classifications?: readonly ClassificationChoice[];
  /** Time at which the server's draft was saved, if it is not in the form; offered here to readers without scripts. */
  draftAt?: string | null;
  /** Time at which the draft in the form was saved. */
  knownDraftAt?: string | null;
  /** HTML of the draft in the form, to show above it. */
  preview?: string | null;
  /** Drafts of new texts, including this one. */
  newDrafts?: readonly NewDraft[];
  /** Sanction that keeps the writer from publishing. */
  barred?: Appealable | null;
  /** Controls beside the publish button, e.g. 取消. */
  children?: ReactNode;
};

/** No field suppresses the summary: all errors are also listed above the form. */
const NO_NAMES: string[] = [];

/**
 * The editor form of everything that members write. It is complete without scripts: plain fields, a preview, and
 * refusals as pages. Scripts add tools, which find their places by `data-place` and take over submitting.
 */
export function EditorForm({
  settings,
  initial,
  result: posted,
  classifications = [],
  draftAt = null,
  knownDraftAt = null,
  preview = null,
  newDrafts = [],
  barred = null,
  children,
}: Props) {
  const { kind, path, isNew, isHeld } = settings;
  const id = useId();
  const drafts = useOffered("draft");
  const form = useRef<HTMLFormElement>(null);
  const [result, setResult] = useState(posted);
  const [previewing, setPreviewing] = useState(false);
  /** Version that the text is based on since a draft of another one was taken; null for that of the values. */
  const [base, setBase] = useState<number | null>(null);
  const [slot, setSlot] = useState(posted?.values?.draftSlot || settings.slot || "");
  const Tools = useEditorTools(form, settings);
  useFocusFromLink(form);
  const {
    refused,
    fields,
    notice,
    step,
    values: typed,
  } = useFormResult(form, result, { busy: false, names: NO_NAMES, quiet: result === posted });
  const values = { ...initial, ...typed };
  const showResult = (given: EditorResult) => {
    setResult(given);
    // It names the version itself.
    setBase(null);
  };
  const { stored, published, captcha, barred: barredNow } = refused?.detail ?? {};
  const sanction = barredNow ?? barred;
  // The form has what was written after that draft was saved: to take the draft would lose it.
  const wasInForm = draftAt !== null && typed?.knownDraftAt === draftAt;
  const previewed = result ? step?.kind === "preview" && step.html : preview;
  const similar = step?.kind === "similar" ? step.questions : null;
  const mended = refused && Object.keys(refused.fields).length > 0 && Object.keys(fields).length === 0;
  const words = WORDS[kind] ?? PLAIN_WORDS;
  return (
    <form
      ref={form}
      method="post"
      action={path}
      encType="multipart/form-data"
      className={`editor editor--${kind}`}
      {...(result ? { "data-returned": "" } : {})}
    >
      <link rel="stylesheet" href={editorStyles} />
      {drafts ? (
        <noscript>
          <DefaultButton value="keep">存草稿</DefaultButton>
        </noscript>
      ) : null}
      <input type="hidden" name="version" value={base ?? values.version} />
      {values.baseVersion ? <input type="hidden" name={BASE_VERSION} value={values.baseVersion} /> : null}
      <input type="hidden" name={WRITER} value={typed?.writer ?? settings.writer} />
      <input type="hidden" name={KNOWN_DRAFT} value={typed?.knownDraftAt ?? knownDraftAt ?? ""} />
      <input type="hidden" name={DRAFT_SLOT} value={slot} />
      <IdempotencyKey key={typed?.idempotencyKey} value={typed?.idempotencyKey} />
      {similar ? <input type="hidden" name="similarShown" value="1" /> : null}
      {sanction ? (
        <div className="editor__notice" {...(barredNow ? { "data-notice": "" } : {})}>
          <BarredNotice decision={sanction} refused={barredNow !== undefined} />
        </div>
      ) : null}
      <EditorPlace name="draft" />
      <PlainDraft
        at={wasInForm ? null : draftAt}
        inFormAt={wasInForm ? draftAt : knownDraftAt}
        returned={typed !== undefined}
        path={path}
      />
      <OtherDrafts drafts={newDrafts.filter((other) => other.slot !== slot)} path={path} />
      {step?.kind === "saved" || (notice && !mended && !barredNow) ? (
        <div className="editor__notice" data-notice="">
          {step?.kind === "saved" ? <FlashMessage message={step.message} /> : null}
          <RefusalNotice
            notice={notice}
            link={published ? { label: "看已发布的", to: published, apart: true } : undefined}
          />
        </div>
      ) : null}
      {stored ? <Conflict stored={stored} mine={values} href={path} published={refused?.detail?.public} /> : null}
      {previewed ? (
        <section className="editor__shown" aria-label="预览">
          <Prose html={previewed} />
        </section>
      ) : null}
      {kind === "answer" ? null : <TitleField value={values.title} placeholder={words.title} error={fields.title} />}
      <LineFields lines={linesOf(kind)} values={values} fields={fields} />
      {kind === "question" && isNew ? (
        <EditorPlace name="similar">
          {similar ? <SimilarList title="也许已经有人问过，先看看；没有就继续发布" questions={similar} /> : null}
        </EditorPlace>
      ) : null}
      {kind === "article" ? <ArticleFields values={values} choices={classifications} fields={fields} /> : null}
      <BodyField label={words.body} placeholder={words.hint} value={values.content} error={fields.content} />
      {kind === "answer" ? null : (
        <EditorLine
          label="标签"
          name="tags"
          value={values.tags}
          placeholder="例如：产品 数据库"
          help={`用空格或逗号分开，最多 ${TAGS_MAX} 个`}
          error={fields.tags}
        >
          <EditorPlace name="tags" />
        </EditorLine>
      )}
      {isNew || (isHeld && values.reason === undefined) ? null : (
        <ReasonField value={values.reason} error={fields[REASON]} />
      )}
      <AiGenerated checked={values.aiGenerated} />
      {captcha ? <WritingCaptcha key={captcha.token} asked={captcha} /> : null}
      <EditorBar publish={similar ? "没有一样的，发布" : isNew ? words.publish : "保存修改"} isPreviewing={previewing}>
        {children}
      </EditorBar>
      {Tools && form.current ? (
        <Tools
          form={form.current}
          settings={settings}
          previewId={`${id}-preview`}
          onSlot={setSlot}
          onResult={showResult}
          onVersion={setBase}
          onPreviewing={setPreviewing}
        />
      ) : null}
    </form>
  );
}

function AiGenerated({ checked }: { checked: boolean }) {
  return (
    <label className="editor__ai">
      <input type="checkbox" name="aiGenerated" value="1" defaultChecked={checked} />
      <span>
        含 AI 生成内容
        <span className="field__help">用 AI 写了部分或全部内容时请勾选，读者会看到标记</span>
      </span>
    </label>
  );
}

/** Focuses the text each time a link leads to the part of the page with this form. */
function useFocusFromLink(form: RefObject<HTMLFormElement>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again
  useEffect(() => {
    const place = hash ? document.getElementById(hash.slice(1)) : null;
    if (place?.contains(form.current))
      form.current?.querySelector<HTMLElement>("[name=content]")?.focus({ preventScroll: true });
  }, [form, hash, key]);
}
