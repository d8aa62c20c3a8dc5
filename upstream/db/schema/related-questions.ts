/** The questions most like a question, found when it is written. */
export type RelatedQuestionsTable = { question_id: number; position: number; related_id: number };
