/** The questions most similar to a question, found when it is written. */
export type RelatedQuestionsTable = { question_id: number; position: number; related_id: number };
