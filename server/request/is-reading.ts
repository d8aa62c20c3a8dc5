import type { IncomingMessage } from "node:http";

/** Whether a request only reads. */
export const isReading = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";
