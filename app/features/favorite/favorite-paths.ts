import type { KindWith } from "#app/contract/kinds";
import { withQuery } from "#app/paths";

/** Name in the query by which the page for folders of a thing knows the one just made from it. */
export const MADE = "made";

/** Addresses of favourites by kind, and of folders. */
export const favoritePaths = {
  questions: (userId: number) => `/u/${userId}/collection/question`,
  answers: (userId: number) => `/u/${userId}/collection/answer`,
  folders: (userId: number) => `/u/${userId}/collection/folder`,
  folder: (userId: number, id: number) => `/u/${userId}/collection/folder/${id}`,
  /** Page on which a folder is changed or removed by its owner; `next` is where one goes on to. */
  edit: (id: number | "new", next?: string) => withQuery(`/favorite/folder/${id}`, { next }),
  /** Page on which something is put into folders; `next` is where one goes back to. */
  put: (kind: KindWith<"favoritable">, id: number, next?: string) => withQuery(`/favorite/${kind}/${id}`, { next }),
};
