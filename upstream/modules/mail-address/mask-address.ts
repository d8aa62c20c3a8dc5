/** A masked mail address for staff and previous addresses: z***@example.com. */
export const maskAddress = (address: string): string => address.replace(/^(.).*(?=@)/u, "$1***");
