// vitest reporter that writes errors which no test awaited next to the JSON report, which omits them. They fail a run,
// too, and without their messages the cause would be unknown.
import { writeFileSync } from "node:fs";

/** Path of this reporter's file. @param {string} report path of vitest's JSON report */
export const unawaitedErrorsOf = (report) => report.replace(/\.json$/, ".unawaited.json");

export default class UnawaitedErrors {
  #file = "";

  /** @param {import("vitest/node").Vitest} vitest */
  onInit({ config: { outputFile } }) {
    this.#file = unawaitedErrorsOf(typeof outputFile === "object" ? (outputFile.json ?? "") : "");
  }

  /** @param {unknown} _modules @param {readonly import("vitest").SerializedError[]} errors */
  onTestRunEnd(_modules, errors) {
    if (this.#file) writeFileSync(this.#file, JSON.stringify(errors));
  }
}
