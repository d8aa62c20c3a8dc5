import { describe, expect, test } from "vitest";
import accepted from "../../scripts/accepted-advisories.json";
import { unfitLicences } from "../../scripts/licences.mjs";
import { problemsOf, readAudit } from "../../scripts/read-audit.mjs";

describe("licences", () => {
  const told = (license: string | undefined, name = "a") =>
    unfitLicences({ "": {}, [`node_modules/b/node_modules/${name}`]: license === undefined ? {} : { license } });

  test.each(["MIT", "(MIT OR GPL-3.0)", "MIT AND Apache-2.0", "(BSD-2-Clause OR MIT OR Apache-2.0)"])(
    "%s is fit",
    (license) => {
      expect(told(license)).toEqual([]);
    },
  );

  test.each(["AGPL-3.0-or-later", "GPL-3.0", "MIT AND GPL-2.0", "SEE LICENSE IN LICENSE", "UNLICENSED", undefined])(
    "%s is not",
    (license) => {
      expect(told(license)).toEqual([expect.stringMatching(/^a: its licence is /)]);
    },
  );

  test("libvips may be under the LGPL, nothing else; packages not installed for production may have any licence", () => {
    expect(told("Apache-2.0 AND LGPL-3.0-or-later", "@img/sharp-win32-x64")).toEqual([]);
    expect(told("LGPL-3.0-or-later", "x-@img/sharp-y")).toHaveLength(1);
    expect(unfitLicences({ "node_modules/a": { dev: true, license: "GPL-3.0" } })).toEqual([]);
  });
});

describe("advisories", () => {
  const one = {
    source: 7,
    name: "qs",
    title: "A loop",
    severity: "high",
    url: "https://example.org/GHSA-aaaa-bbbb-cccc",
  };
  const printed = (...via: object[]) =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities: { qs: { via }, express: { via: ["qs"] } } });

  test("are read once each, severe ones only", () => {
    const small = { ...one, severity: "moderate", url: "https://example.org/GHSA-dddd-eeee-ffff" };
    expect(readAudit(printed(one, one, small))).toEqual([
      expect.objectContaining({ id: "GHSA-aaaa-bbbb-cccc", name: "qs" }),
    ]);
    expect(readAudit(printed())).toEqual([]);
  });

  test.each(["", "<html>", '{"message":"no such endpoint","error":{"code":"E404"}}'])(
    "are not read from the reply %j",
    (text) => {
      expect(readAudit(text)).toBeNull();
    },
  );

  test("are problems until accepted, and again after the accepted date", () => {
    const advisories = readAudit(printed(one)) ?? [];
    const known = [{ id: "GHSA-aaaa-bbbb-cccc", reason: "never parses strangers' queries", until: "2026-06-01" }];
    expect(problemsOf(advisories, [], "2026-05-31")).toEqual([expect.stringMatching(/^high: qs: A loop /)]);
    expect(problemsOf(advisories, known, "2026-05-31")).toEqual([]);
    expect(problemsOf(advisories, known, "2026-06-01")).toEqual([expect.stringContaining("was accepted until")]);
    expect(
      problemsOf(advisories, [{ id: "GHSA-aaaa-bbbb-cccc", reason: " ", until: "2027-01-01" }], "2026-05-31"),
    ).toHaveLength(1);
  });

  test("that are accepted have a reason and a date", () => {
    for (const { id, reason, until } of accepted as { id: string; reason: string; until: string }[]) {
      expect(id).toMatch(/^GHSA(?:-\w{4}){3}$/);
      expect(reason.length).toBeGreaterThan(20);
      expect(until).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});
