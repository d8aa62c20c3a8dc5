import { useFetcher, useNavigate } from "@remix-run/react";
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { isComposing } from "#app/components/ui/is-composing";
import { toast } from "#app/components/ui/toast";
import type { CommentTarget } from "#app/contract/content/comment";
import type { AskedLetters } from "#app/features/captcha/captcha-question";
import { WritingCaptcha } from "#app/features/captcha/writing-captcha";
import { unsentReply } from "#app/features/unsent/unsent-reply";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import type { FormResult } from "#app/forms/form-result";
import { IdempotencyKey } from "#app/forms/idempotency-field";
import { useTypedText } from "#app/forms/typed-text";
import { useFormResult } from "#app/forms/use-form-result";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import { LazyCommentMentions } from "./lazy-comment-mentions";

/** Item that is commented on. */
export type CommentPlace = { kind: CommentTarget; id: number };

/** Values of a comment form, and its target. */
export type CommentValues = {
  text: string;
  place: CommentPlace;
  /** Id of the comment replied to. */
  reply: number | null;
  /** Path that a browser without scripts is redirected to. */
  next: string;
  /** Idempotency key for the next submission; see `IdempotencyKey`. */
  idempotencyKey: string | undefined;
};

/** A submitted comment; `held` is its review number, in which case it has no id yet (0). */
export type WrittenComment = { id: number; held: number | null; parentId: number | null };

/** Result of a form that writes a comment. */
export type CommentResult = FormResult<WrittenComment, CommentValues, never, { captcha: AskedLetters }>;

type Props = {
  place: CommentPlace;
  /** The comment replied to, at either level. */
  reply?: { id: number; nickname: string } | undefined;
  /** Path that a browser without scripts is redirected to. */
  next: string;
  /** Result of a submission without scripts. */
  result?: CommentResult | undefined;
  autoFocus?: boolean;
  /** URL of the newest comments, if others are shown; what is written here is among them. */
  newest?: string | null;
  /** Called once the comment is published or held for review. */
  onDone?: (written: WrittenComment) => void;
  onCancel?: () => void;
};

const NAMES = ["text"];

const NO_PHONES = "发表评论要先绑定手机号，而本站没有开通短信，请联系本站管理员";

/** Form for a comment or a reply: in place with scripts, else on the page that it posts to. */
export function CommentForm({
  place,
  reply,
  next,
  result: posted,
  autoFocus = false,
  newest,
  onDone,
  onCancel,
}: Props) {
  const fetcher = useFetcher<CommentResult>();
  const sms = useOffered("sms");
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const { data, state } = fetcher;
  const busy = state !== "idle";
  const { refused, fields, notice } = useFormResult(form, data ?? posted, { busy, names: NAMES });
  const error = fields.text;
  const unsent = useUnsent(form);
  const sameKey = refused ? refused.values.idempotencyKey : unsent.idempotencyKey;
  const text = useTypedText(id, posted?.values?.text ?? "");
  const { forget } = unsent;
  const isReply = reply !== undefined;
  const done = useRef(onDone);
  done.current = onDone;
  const beyond = useRef(newest);
  beyond.current = newest;
  const navigate = useNavigate();
  /** Number of comments submitted here. */
  const [written, setWritten] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Whether somebody may be called in it. */
  const [calls, setCalls] = useState(false);
  /** Text being sent. */
  const sent = useRef<string>();

  useEffect(() => {
    if (state !== "idle" || data?.status !== "ok") return;
    forget();
    setWritten((count) => count + 1);
    toast(data.data.held ? "评论已提交，审核通过后公开显示" : isReply ? "回复已发布" : "评论已发布", "success");
    // Keep what was typed meanwhile.
    if (!field.current || field.current.value !== sent.current) return;
    form.current?.reset();
    // A text sent without scripts is the field's default.
    field.current.value = "";
    done.current?.(data.data);
    if (beyond.current && data.data.id) navigate(beyond.current, { preventScrollReset: true });
  }, [data, state, isReply, forget, navigate]);
  // Keeps the input under the next idempotency key.
  useEffect(() => {
    if (written > 0) field.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [written]);

  // Ctrl or ⌘ with Enter submits, as everywhere; plain Enter is a line break.
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent) || event.isDefaultPrevented()) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !busy) form.current?.requestSubmit();
    // Typed text is only discarded by 取消.
    if (event.key === "Escape" && event.currentTarget.value.trim() === "") onCancel?.();
  };
  const on = `${place.kind}:${place.id}`;
  const label = reply ? `回复 ${reply.nickname}` : "写评论";
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={paths.writeComment({ on, ...(reply ? { reply: String(reply.id) } : {}) })}
      className="comment-form"
      onSubmit={() => {
        sent.current = field.current?.value;
      }}
      data-unsent={reply ? unsentReply(reply.id) : `comment:${on}`}
    >
      <input type="hidden" name="on" value={on} />
      {reply ? <input type="hidden" name="reply" value={reply.id} /> : null}
      <input type="hidden" name="next" value={next} />
      <IdempotencyKey key={sameKey ?? written} value={sameKey} />
      <FormNotice notice={notice?.code === "PHONE_REQUIRED" && !sms ? { ...notice, message: NO_PHONES } : notice} />
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        name="text"
        className="input comment-form__text"
        rows={3}
        required
        placeholder={reply ? `回复 ${reply.nickname}…` : "写下你的评论…"}
        defaultValue={text}
        suppressHydrationWarning
        // biome-ignore lint/a11y/noAutofocus: the reader has just asked to write here
        autoFocus={autoFocus}
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => setCalls(currentTarget.value.includes("@"))}
        {...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
      />
      {calls && field.current ? (
        <Suspense fallback={null}>
          <LazyCommentMentions id={`${id}-people`} textarea={field.current} />
        </Suspense>
      ) : null}
      <FieldError id={`${id}-error`} message={error} />
      {refused?.detail ? <WritingCaptcha key={refused.detail.captcha.token} asked={refused.detail.captcha} /> : null}
      <div className="comment-form__foot">
        {onCancel ? (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              forget();
              onCancel();
            }}
          >
            取消
          </Button>
        ) : null}
        <Button type="submit" variant="primary" size="small" busy={busy}>
          {busy ? "正在发布…" : reply ? "回复" : "发布评论"}
        </Button>
      </div>
    </fetcher.Form>
  );
}
