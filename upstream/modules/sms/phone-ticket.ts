/** What a code that was proven is exchanged for, to be shown where the number is stored. */
export const PHONE_TICKET = "phone-ticket";
