/** States of a professional profile for staff: to be looked at as it is now, approved, rejected. */
export const profileStates = ["waiting", "approved", "rejected"] as const;
export type ProfileState = (typeof profileStates)[number];

/** Profiles that are decided on at a time. */
export const PROFILES_MAX = 200;
