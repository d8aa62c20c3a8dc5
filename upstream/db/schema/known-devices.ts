/** Devices that a person has logged in with, as they describe themselves; by it a login from a new one is noticed. */
export type KnownDevicesTable = { user_id: number; device: string; seen_at: string };
