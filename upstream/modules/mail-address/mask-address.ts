/** A mail address as staff and former addresses are shown it: z***@example.com. */
export const maskAddress = (address: string): string => address.replace(/^(.).*(?=@)/u, "$1***");
