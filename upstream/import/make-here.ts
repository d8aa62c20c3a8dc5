import { type MadeText, type MakeOptions, type MakingServices, makeText } from "#upstream/services/make-text";

/** Makes a text; the texts of an import are made while others are written. */
export type MakeText = (source: string, options: MakeOptions) => Promise<MadeText>;

/** Makes texts in the thread that asks for them. */
export const makeHere =
  (services: MakingServices): MakeText =>
  (source, options) =>
    makeText(services, source, options);
