import { type MadeText, type MakeOptions, type MakingServices, makeText } from "#upstream/services/make-text";

/** Renders a text; an import renders texts while others are written. */
export type MakeText = (source: string, options: MakeOptions) => Promise<MadeText>;

/** Creates a renderer in the calling thread. */
export const makeHere =
  (services: MakingServices): MakeText =>
  (source, options) =>
    makeText(services, source, options);
