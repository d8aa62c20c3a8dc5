import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { toast } from "#app/components/ui/toast";
import type { EditorResult } from "#app/features/write/model/editor-result";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import { KNOWN_DRAFT, readValues } from "#app/features/write/model/editor-values";
import { writePaths } from "#app/features/write/model/write-paths";
import { idempotencyKeyOf } from "#app/forms/idempotency-key";
import { send } from "#app/forms/request";

type Handlers = {
  onResult: (result: EditorResult) => void;
  onPublished: () => void;
  /** Awaited before anything is sent. Resolves to the value of `KNOWN_DRAFT`; empty to keep that of the form. */
  onSending: () => Promise<string>;
  onPreview: () => void;
  /** Reason why it can't be sent now; null if it can. */
  refusal: () => string | null;
};

/** Submits the form without leaving the page; any result other than "published" is shown by the form itself. */
export function useSending(form: HTMLFormElement, { path }: EditorSettings, handlers: Handlers): void {
  const navigate = useNavigate();
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    let sending = false;
    const publish = async (button: HTMLButtonElement | null) => {
      const refusal = latest.current.refusal();
      if (refusal) return toast(refusal, "info");
      const body = new FormData(form);
      body.set("intent", "publish");
      // Similar questions were shown while the title was typed.
      body.set("similarShown", "1");
      sending = true;
      button?.setAttribute("aria-disabled", "true");
      // Input from here on would be lost: it is not in the submission, and publishing deletes the draft.
      const held = holdFields(form);
      try {
        const knownDraftAt = await latest.current.onSending();
        if (knownDraftAt) body.set(KNOWN_DRAFT, knownDraftAt);
        const result = await send<EditorResult>(writePaths.submit(path), { body });
        if (result.status === "ok") {
          latest.current.onPublished();
          toast(result.message ?? "", "success");
          if (form.isConnected) navigate(result.data.to);
        } else {
          if (!form.isConnected) toast("刚才的内容没有发出去，写好的还在草稿里");
          // A `NOT_SENT` result has no values, so take them from the form.
          const typed = { ...readValues(body), idempotencyKey: idempotencyKeyOf(body), ...result.values };
          latest.current.onResult({ ...result, values: typed });
        }
      } finally {
        sending = false;
        for (const field of held) field.readOnly = false;
        button?.removeAttribute("aria-disabled");
      }
    };
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
      if (button?.value === "preview") latest.current.onPreview();
      else if (!sending) void publish(button);
    };
    form.addEventListener("submit", onSubmit);
    return () => form.removeEventListener("submit", onSubmit);
  }, [form, path, navigate]);
}

/** Makes a form's fields read-only. @returns the fields that were changed */
function holdFields(form: HTMLFormElement) {
  const fields = [...form.elements].filter(
    (field): field is HTMLTextAreaElement | HTMLInputElement =>
      (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && !field.readOnly,
  );
  for (const field of fields) field.readOnly = true;
  return fields;
}
