import type { LoaderFunctionArgs } from "@remix-run/node";

/** The arguments of a loader or an action that an upstream call needs. */
export type ServerArgs = Pick<LoaderFunctionArgs, "request" | "context">;
