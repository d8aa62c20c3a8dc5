import type { Generated } from "kysely";

/** Sweeps that go on where the last run ended, whichever process it was. */
export type SweepsTable = { name: string; began_at: Generated<string>; after: Generated<string> };
