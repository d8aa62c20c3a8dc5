/** Message as shown: one sentence, further text, and the path it links to. */
export type SystemWords = { title: string; excerpt: string; path: string };

/** To whom a message is sent, and when (ISO 8601). */
export type Sent = { userId: number; at: string };
