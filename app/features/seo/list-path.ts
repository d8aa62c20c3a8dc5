import { withQuery } from "#app/paths";

/**
 * Canonical path of a list's page.
 * @param path of the list, with only the parameters that change its content, not its order
 */
export const listPath = (path: string, page: number): string => withQuery(path, { page: page === 1 ? null : page });
