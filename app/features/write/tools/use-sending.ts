import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { toast } from "#app/components/layout/toast";
import { idempotencyKeyOf } from "#app/components/ui/idempotency-key";
import type { EditorAnswer } from "#app/features/write/editor-values";
import { readValues } from "#app/features/write/editor-values";
import type { EditorSettings } from "#app/features/write/load-editor.server";
import type { EditorResult } from "#app/features/write/run-editor-intent.server";
import { RequestError, request } from "./request";

type Handlers = {
  onAnswer: (answer: EditorAnswer) => void;
  onPublished: () => void;
  /** Awaited before anything is sent. */
  onSending: () => Promise<void>;
  onPreview: () => void;
  /** Why it can't be sent now; null when it can. */
  refusal: () => string | null;
};

/** Sends the form without leaving the page; what comes back other than "published" is the shell's to show. */
export function useSending(form: HTMLFormElement, { path }: EditorSettings, handlers: Handlers): void {
  const navigate = useNavigate();
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    let sending = false;
    const send = async (button: HTMLButtonElement | null) => {
      const refusal = latest.current.refusal();
      if (refusal) return toast(refusal, "info");
      const body = new FormData(form);
      body.set("intent", "publish");
      // Similar questions were shown while the title was typed.
      body.set("looked", "1");
      sending = true;
      button?.setAttribute("aria-disabled", "true");
      try {
        await latest.current.onSending();
        const result = await request<EditorResult>(path.replace(/^\/write\/\w+/, "$&.json"), { body }, REFUSALS);
        if (result.kind === "done") {
          latest.current.onPublished();
          toast(result.message, "success");
          navigate(result.to);
        } else latest.current.onAnswer(result.answer);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        const { message } = error;
        const idempotencyKey = idempotencyKeyOf(body);
        latest.current.onAnswer({ ...UNHEARD, message, values: readValues(body), idempotencyKey, ...NO_DRAFT });
      } finally {
        sending = false;
        button?.removeAttribute("aria-disabled");
      }
    };
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
      if (button?.value === "preview") latest.current.onPreview();
      else if (!sending) void send(button);
    };
    form.addEventListener("submit", onSubmit);
    return () => form.removeEventListener("submit", onSubmit);
  }, [form, path, navigate]);
}

/** Told by the tools themselves. */
const NO_DRAFT = { knownDraftAt: "", draftSlot: "" };
/** Statuses of an answer that gives the form back. */
const REFUSALS = [401, 403, 404, 409, 422, 429, 503];
const UNHEARD = {
  done: false,
  fields: {},
  previewHtml: null,
  similar: null,
  stored: null,
  login: false,
  published: null,
};
