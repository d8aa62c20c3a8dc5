import { pathsWhere } from "#app/server/urls/route-facts.server";

/** Whether a path accepts writes from other sites; elsewhere they must come from our pages. */
export const isWrittenFromAnywhere = pathsWhere(({ writes }) => writes === "anywhere");

/** Whether a path is a file rather than a page: a manifest, an icon, a generated QR code. */
export const isFile = pathsWhere(({ cache }) => cache === "stated");

/** Whether a path accepts uploads of large files. */
export const takesFiles = pathsWhere(({ body }) => body === "files", { data: true });

/** Whether a page is the same for most members except for who they are. */
export const isForMembersToo = pathsWhere(
  ({ audience, shape, cache, reading }) =>
    audience === "public" && shape === "page" && cache === "shared" && reading === "page",
);

/** Whether a page is rendered on each request, with its full query. */
export const isNeverKept = pathsWhere(({ cache }) => cache === "never", { data: true });

/**
 * Whether browsers may reach a path of the embedded upstream: only what `app/routes.ts` marks as passed on, which is
 * signed objects and payment notifications. The request guard has already rejected ambiguous paths, so none of these
 * leads to another.
 */
export const isPublicUpstream = pathsWhere(({ passed }) => passed);
