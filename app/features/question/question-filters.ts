import { paths } from "#app/paths";

/** The list of questions with a tag. */
export const questionsTagged = (tag: string): string => `${paths.questions()}?tag=${encodeURIComponent(tag)}`;
