/** Fields of one form. */
export const FORM_FIELDS_MAX = 60;
/** Staff who are told of answers to one form. */
export const FORM_READERS_MAX = 20;
/** Choices of one field. */
export const FORM_OPTIONS_MAX = 100;
