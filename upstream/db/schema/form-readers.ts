/** Staff to notify of submissions of a form. */
export type FormReadersTable = { form_id: number; user_id: number };
