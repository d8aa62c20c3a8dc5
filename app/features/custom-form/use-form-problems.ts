import { type ChangeEvent, type FocusEvent, type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { FormField } from "#app/contract/content/form";
import type { FormProblems } from "./form-problems";

/** Validation rules, in a separate file that is loaded when a page has a form. */
type Rules = (form: HTMLFormElement, fields: readonly FormField[]) => FormProblems;

/**
 * Validates a form next to its fields: not while it is filled in for the first time, everything on submit, and from
 * then on each field on blur and when it becomes valid. Until the rules have loaded, or if they fail to, the browser's
 * validation applies.
 * @param refused the server's field errors, for each refusal; undefined before
 * @returns the problems, and the props of the form
 */
export function useFormProblems(fields: readonly FormField[], refused: FormProblems | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FormProblems>(refused ?? {});
  const [rules, setRules] = useState<Rules | null>(null);
  const strict = useRef(refused !== undefined);
  const pressing = useRef(false);
  /** The refusal currently shown, if any. */
  const seen = useRef(refused);

  useEffect(() => {
    import("./form-problems").then(
      ({ problemsIn }) => setRules(() => problemsIn),
      () => {},
    );
  }, []);
  useEffect(() => {
    if (refused === undefined || refused === seen.current) return;
    seen.current = refused;
    strict.current = true;
    setProblems(refused);
    focusFirst(form.current, fields, refused);
  }, [refused, fields]);

  const problemsOf = (element: HTMLFormElement): FormProblems => rules?.(element, fields) ?? {};

  const look = (target: EventTarget & Element, when: (told: boolean) => boolean) => {
    const name = target.getAttribute("name");
    if (!strict.current || !name || !form.current || !when(name in problems)) return;
    const { [name]: problem } = problemsOf(form.current);
    setProblems(({ [name]: _, ...others }) => (problem === undefined ? others : { ...others, [name]: problem }));
  };

  return {
    problems,
    given: {
      ref: form,
      noValidate: rules !== null,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const found = problemsOf(event.currentTarget);
        strict.current = true;
        setProblems(found);
        if (!focusFirst(event.currentTarget, fields, found)) return;
        event.preventDefault();
      },
      onMouseDown({ target }: MouseEvent) {
        pressing.current = target instanceof Element && target.closest("button") !== null;
        setTimeout(() => {
          pressing.current = false;
        });
      },
      onBlur({ target, relatedTarget }: FocusEvent) {
        // An error line that appears while a button is pressed would move the button away from the pointer.
        if (pressing.current) return;
        const next = relatedTarget?.getAttribute("name");
        if (next !== target.getAttribute("name")) look(target, () => true);
      },
      onChange({ target }: ChangeEvent<HTMLFormElement>) {
        look(target, (told) => told);
      },
    },
  };
}

/** Focuses the first invalid field, if there is one. */
function focusFirst(form: HTMLFormElement | null, fields: readonly FormField[], problems: FormProblems): boolean {
  const first = fields.find(({ name }) => name in problems);
  if (first) focusField(form, first.name);
  return first !== undefined;
}

/** Focuses a field; for a group, its first choice. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type="hidden"])`)?.focus();
}
