import { paths } from "#app/paths";

/** All cases of a classification. */
export const casesOfClass = (classificationId: number): string => `${paths.cases()}?class=${classificationId}`;
