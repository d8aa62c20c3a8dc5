import { type ChangeEvent, type FocusEvent, type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { FormField } from "#app/contract/form";
import type { FormProblems } from "./form-problems";

/** The rules of forms, in a file of their own that is fetched once a page with a form is there. */
type Rules = (form: HTMLFormElement, fields: readonly FormField[]) => FormProblems;

/**
 * Tells what is wrong with a form next to its fields: nothing while it is filled in for the first time, everything when
 * it is sent, and from then on each field when it is left, and when it has become right. Until the rules are there, and
 * where they can't be had, the browser checks what it can.
 * @param refused what the server said of the fields, each time that it refused the form; undefined before
 * @returns the problems, and what the form has to be given
 */
export function useFormProblems(fields: readonly FormField[], refused: FormProblems | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FormProblems>(refused ?? {});
  const [rules, setRules] = useState<Rules | null>(null);
  const strict = useRef(refused !== undefined);
  const pressing = useRef(false);
  /** The refusal that is in view, if any. */
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
        // A line that appears above a button while it is pressed would move it away from under the finger.
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

/** Puts the focus into the first field that is wrong, if one is. */
function focusFirst(form: HTMLFormElement | null, fields: readonly FormField[], problems: FormProblems): boolean {
  const first = fields.find(({ name }) => name in problems);
  if (first) focusField(form, first.name);
  return first !== undefined;
}

/** Puts the focus into a field: of several choices, the first. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type="hidden"])`)?.focus();
}
