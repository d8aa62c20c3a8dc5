/** Fields of one form. */
export const FORM_FIELDS_MAX = 60;
/** Choices of one field. */
export const FORM_OPTIONS_MAX = 100;
