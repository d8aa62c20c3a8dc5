import { expect, test } from "vitest";
import { withLicencesOnce } from "../../scripts/licences-once.mjs";

const A = "/**\n * @license React\n * a.js\n *\n * Copyright (c) A\n */";
const B = "/**\n * b v1\n *\n * Copyright (c) B\n */";

test("each licence comment stays once, and all code stays", () => {
  const code = `${A}\na();/* no licence */${B}\nb();${A}\nc("/** d */");${B}\nd();`;
  expect(withLicencesOnce(code)).toBe(`${A}\na();/* no licence */${B}\nb();c("/** d */");d();`);
});
