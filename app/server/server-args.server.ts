import type { LoaderFunctionArgs } from "@remix-run/node";

/** Arguments of a loader or an action that an upstream call needs. */
export type ServerArgs = Pick<LoaderFunctionArgs, "request" | "context">;
