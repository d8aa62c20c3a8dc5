import type { KindWith } from "#app/contract/kinds";
import { withQuery } from "#app/paths";

/** Query parameter with the folder that was just created from the page that puts a favorite into folders. */
export const MADE = "made";
/** Query parameter with the folders selected on that page before one was created. */
export const CHOSEN = "chosen";
/** Field, and query parameter, with the folders that contained the favorite when that page was opened. */
export const SHOWN_IN = "shownIn";
/** Submit button that leads to the creation of a folder, instead of saving. */
export const ADD_FOLDER = "add-folder";

/** URLs of favorites by kind, and of folders. */
export const favoritePaths = {
  questions: (userId: number) => `/u/${userId}/collection/question`,
  answers: (userId: number) => `/u/${userId}/collection/answer`,
  folders: (userId: number) => `/u/${userId}/collection/folder`,
  folder: (userId: number, id: number) => `/u/${userId}/collection/folder/${id}`,
  /** Page on which the owner edits or deletes a folder; `next` is where to continue. */
  edit: (id: number | "new", next?: string) => withQuery(`/favorite/folder/${id}`, { next }),
  /**
   * Page on which a favorite is put into folders; `next` is where to return, `chosen` the folders to select instead of
   * those that contain it, `shownIn` those that did when the page was first opened.
   */
  put: (kind: KindWith<"favoritable">, id: number, next?: string, form?: { chosen: string; shownIn: string }) =>
    withQuery(`/favorite/${kind}/${id}`, { next, [CHOSEN]: form?.chosen, [SHOWN_IN]: form?.shownIn }),
};

/** Ids of folders as one text, which is never empty. */
export const joinIds = (ids: readonly number[]): string => ids.join() || "none";

/** The ids in such a text. */
export const splitIds = (text: string): number[] => text.split(",").map(Number).filter(Number.isSafeInteger);
