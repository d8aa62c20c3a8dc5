/** Ticket that a proven code is exchanged for, to be shown where the number is stored. */
export const PHONE_TICKET = "phone-ticket";
