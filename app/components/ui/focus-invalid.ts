/**
 * Leads to why a form was refused: the first field that is wrong gets the focus, so that it is in view and its message
 * read out; where none is, what is said of the whole form comes into view.
 */
export function focusInvalid(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []) {
    field.focus();
    if (document.activeElement === field) return;
  }
  form?.querySelector('[data-notice], [role="alert"]')?.scrollIntoView();
}
