/** Devices that a person has logged in with, by their description; used to notice logins from new ones. */
export type KnownDevicesTable = { user_id: number; device: string; seen_at: string };
