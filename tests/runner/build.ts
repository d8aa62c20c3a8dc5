import { buildIfStale } from "../../scripts/build.mjs";

/** Runs before any test of the built app. */
export default async function setup(): Promise<void> {
  await buildIfStale();
}
