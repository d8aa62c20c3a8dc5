/** Staff who are told when somebody answers a form. */
export type FormReadersTable = { form_id: number; user_id: number };
