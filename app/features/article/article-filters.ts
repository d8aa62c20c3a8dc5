import { paths } from "#app/paths";

/** All articles of a classification. */
export const articlesOfClass = (classificationId: number): string => `${paths.articles()}?class=${classificationId}`;

/** All articles with a tag. */
export const articlesTagged = (tag: string): string => `${paths.articles()}?tag=${encodeURIComponent(tag)}`;
