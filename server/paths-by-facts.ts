import { pathsWhere } from "#app/server/route-facts.server";

/** Whether writes need not come from our pages; everywhere else they must. */
export const isWrittenFromAnywhere = pathsWhere(({ writes }) => writes === "anywhere");

/** Whether what is there is a picture or the like itself: a manifest, an icon, a drawn code. */
export const isFile = pathsWhere(({ cache }) => cache === "stated");

/** Whether large files are taken in there. */
export const takesFiles = pathsWhere(({ body }) => body === "files", { data: true });

/** Whether a page is for everybody, so that most members see the same but for who they are. */
export const isForMembersToo = pathsWhere(
  ({ audience, shape, cache, reading }) =>
    audience === "public" && shape === "page" && cache === "shared" && reading === "page",
);

/** Whether a page is made anew for whoever asks, by all of their query. */
export const isNeverKept = pathsWhere(({ cache }) => cache === "never", { data: true });
