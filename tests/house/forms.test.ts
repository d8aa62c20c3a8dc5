import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readImports } from "./import-graph";

/** Actions that don't use `respond` or `scriptReply`, and why. */
const ANSWERED_OTHERWISE: Record<string, string> = {
  "app/routes/unsubscribe.tsx": "a mail provider posts, and follows no redirect",
  "app/routes/actions/logout.ts": "the login ends here whatever the upstream says",
  "app/routes/machines/policy-report.ts": "browsers send reports, and read no reply",
};
/** Components and hooks that read field errors themselves, and why. */
const READ_OTHERWISE: Record<string, string> = {
  "app/features/custom-form/form-to-fill.tsx": "useFormProblems tells what is wrong before the form is sent, too",
  "app/features/login/phone-form.tsx": "whoever is not logged in loads little",
  "app/features/sms-code/use-code-request.ts": "one field, in forms of others",
  "app/features/write/editor-form.tsx": "asks whether all that was wrong is changed",
  "app/features/zhiku/rights/lead-card.tsx": "whoever is not logged in loads little",
  "app/features/zhiku/rights/order-terms.tsx": "one field, in a form of others",
  "app/routes/write/held.tsx": "hands the refusal of the server on to its form",
  "app/routes/form.tsx": "makes the refusal, on the server",
};
/** Files with forms that may be sent by another member than the one they were rendered for, and why. */
const FOR_ANYBODY: Record<string, string> = {
  "app/components/layout/member-menu.tsx": "the login that is there ends",
  "app/features/answer/accept-button.tsx": "accepted from the asker alone",
  "app/features/case/report-box.tsx": "reads a file",
  "app/features/comment/member-tools.tsx": "accepted from the author alone",
  "app/features/history/chosen-edit.tsx": "accepted from the author alone",
  "app/features/login/phone-form.tsx": "of whoever is not logged in",
  "app/features/reaction/html-reaction-form.tsx": "the next press takes it back",
  "app/features/write/own-tools.tsx": "accepted from the author alone",
  "app/features/zhiku/order/pending-order.tsx": "accepted from the buyer alone",
  "app/features/zhiku/reader/download-original.tsx": "reads a file",
  "app/features/zhiku/reader/file-list.tsx": "reads a file",
  "app/routes/proposal.tsx": "accepted from whoever suggested it alone",
  "app/routes/unsubscribe.tsx": "the link says whose letters end",
  "app/routes/write/delete.tsx": "accepted from the author alone",
  "app/routes/write/held.tsx": "accepted from the author alone",
  "app/routes/write/trash.tsx": "accepted from the author alone",
};
const RESPONSES = "app/forms/respond.server.ts";

const imports = readImports();
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** Whether a file reaches another through server-only imports. */
function reaches(from: string, wanted: string, seen = new Set<string>()): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const next = imports.filter((one) => one.from === from && /\.server\.ts$/.test(one.to)).map(({ to }) => to);
  return next.includes(wanted) || next.some((file) => reaches(file, wanted, seen));
}

test("every action replies to its form with respond or scriptReply", () => {
  const actions = filesIn("app/routes").filter((file) =>
    /^export (?:async function|const) action\b/m.test(readFileSync(file, "utf8")),
  );
  expect(actions.length).toBeGreaterThan(100);
  expect(actions.filter((file) => !reaches(file, RESPONSES))).toEqual(Object.keys(ANSWERED_OTHERWISE));
});

test("every form reads its result with useFormResult", () => {
  const reading = filesIn("app")
    .filter((file) => !file.startsWith("app/forms/") && /\.tsx$|\/use-[\w-]+\.ts$/.test(file))
    .filter((file) => /\b(?:refused|result|failed|sent|data)\??\.fields\b/.test(readFileSync(file, "utf8")));
  expect(reading.sort()).toEqual(Object.keys(READ_OTHERWISE).sort());
});

test("every form of members says for whom it was rendered, within the form", () => {
  const silent = filesIn("app")
    .filter((file) => file.endsWith(".tsx") && !/^app\/(?:features|routes)\/(?:admin|dev)\//.test(file))
    .filter((file) => {
      const forms = readFileSync(file, "utf8").matchAll(/<((?:\w+\.)?[Ff]orm)\s[\s\S]*?<\/\1>/g);
      return [...forms].some(
        ([form]) => /\bmethod="post"/.test(form) && !/<(?:FormNotice|WriterField)\b|name=\{WRITER\}/.test(form),
      );
    });
  expect(silent.sort()).toEqual(Object.keys(FOR_ANYBODY).sort());
});

test("every textarea that can be written in keeps what was typed before hydration", () => {
  const losing = filesIn("app").filter((file) =>
    [...readFileSync(file, "utf8").matchAll(/<textarea\b[\s\S]*?\/>/g)].some(
      ([area]) => !/\breadOnly\b(?!=)|\bsuppressHydrationWarning\b/.test(area),
    ),
  );
  expect(losing).toEqual([]);
});
