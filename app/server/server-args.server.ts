import type { LoaderFunctionArgs } from "@remix-run/node";

/** Arguments of a loader or an action that a call of the upstream needs: the request and the load context. */
export type ServerArgs = Pick<LoaderFunctionArgs, "request" | "context">;
