/** Purpose of tokens issued for a redeemed code, to be presented where the number is stored. */
export const PHONE_TICKET = "phone-ticket";
