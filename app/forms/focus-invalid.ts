/**
 * Moves the focus to the first invalid field of a refused form, which brings it into view and announces its message;
 * without one, scrolls to the form's message.
 */
export function focusInvalid(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []) {
    field.focus();
    if (document.activeElement === field) return;
  }
  form?.querySelector('[data-notice], [role="alert"]')?.scrollIntoView();
}
