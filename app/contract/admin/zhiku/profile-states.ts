/** States of a professional profile for staff: to be reviewed, approved, rejected. */
export const profileStates = ["waiting", "approved", "rejected"] as const;
export type ProfileState = (typeof profileStates)[number];

/** Maximum profiles decided on at a time. */
export const PROFILES_MAX = 200;
