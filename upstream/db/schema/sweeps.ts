import type { Generated } from "kysely";

/** Sweeps that continue where the last run ended, whichever process ran it. */
export type SweepsTable = { name: string; began_at: Generated<string>; after: Generated<string> };
