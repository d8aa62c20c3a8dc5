/** Maximum fields of a form. */
export const FORM_FIELDS_MAX = 60;
/** Maximum staff notified of submissions of a form. */
export const FORM_READERS_MAX = 20;
/** Maximum choices of a field. */
export const FORM_OPTIONS_MAX = 100;
