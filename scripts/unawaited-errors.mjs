// Reporter of vitest that writes down, beside its JSON report, what that leaves out: errors that no test awaited. They
// fail a run, too, and without their words nobody would know by what.
import { writeFileSync } from "node:fs";

/** Path of what this reporter writes. @param {string} report path of vitest's JSON report */
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
