import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { expectNothing } from "#tests/e2e/support/axe-violations";
import { DATA_DIR, demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { type Program, runProgram } from "#tests/server/run-program";
import { freePort } from "#tests/support/free-port";
import { connect } from "#upstream/db/dialect";
import { hashToken } from "#upstream/db/token-hash";
import { grantRole } from "#upstream/policy/staff-roles";

let owner: Member;
let member: Member;
let folder: string;
let program: Program;
let origin: string;

/**
 * A copy of the demo data with a separate server, because here everyone is asked to agree, which would disturb other
 * tests.
 */
test.beforeAll(async () => {
  [owner, member] = [await newMember(), await newMember()];
  folder = mkdtempSync(join(tmpdir(), "shequ-agreement-"));
  const { sqlite } = await demoDatabase();
  sqlite?.exec(`VACUUM INTO '${folder}/shequ.db'`);
  // Including its pictures.
  cpSync(join(DATA_DIR, "objects"), join(folder, "objects"), { recursive: true });
  const copy = await connect({ kind: "sqlite", file: `${folder}/shequ.db` });
  await grantRole(copy.db, { userId: owner.userId, role: "owner", by: null, at: new Date().toISOString() });
  await copy.db
    .updateTable("sessions")
    .set({ sudo_until: "2999-01-01T00:00:00.000Z" })
    .where("token_hash", "=", hashToken(owner.token))
    .execute();
  await copy.close();
  const PORT = String(await freePort());
  origin = `http://127.0.0.1:${PORT}`;
  program = runProgram(["dist/server.js"], { PORT, PUBLIC_ORIGIN: origin, DATA_DIR: folder });
  await program.ready();
});
test.afterAll(async () => {
  program.child.kill("SIGKILL");
  await program.ended;
  rmSync(folder, { recursive: true, force: true });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });
    test.describe.configure({ timeout: 120_000 });

    test("a new version of the terms is published, and members accept it once before they write", async ({
      browser,
    }) => {
      const [desk, reader] = await Promise.all(
        [owner, member].map(async (who) => {
          const context = await browser.newContext({ baseURL: origin });
          await logIn(context, who, origin);
          return context.newPage();
        }),
      );
      if (!desk || !reader) throw new Error("no pages");
      const complaints = [await watch(desk), await watch(reader)];
      const go = async (page: typeof reader, path: string) => {
        await page.goto(path);
        if (javaScriptEnabled) await hydrated(page);
      };

      await test.step("before it nobody is asked", async () => {
        await go(reader, "/write/question");
        await expect(reader).toHaveURL(`${origin}/write/question`);
      });

      await test.step("a version with a blank is refused and keeps what was typed; a whole one is published", async () => {
        await go(desk, "/admin/agreement/terms");
        await desk.getByLabel("改了什么").fill("说清了怎样申诉");
        await desk.getByLabel("正文").fill("本站由【公司名称】运营。");
        await desk.getByLabel(/请没有同意过这一版的成员同意/).check();
        await desk.getByRole("button", { name: "发布", exact: true }).click();
        await expect(desk.getByText(/【公司名称】|还有没填/).first()).toBeVisible();
        await expect(desk.getByLabel("改了什么")).toHaveValue("说清了怎样申诉");
        await expect(desk.getByLabel("正文")).toHaveValue("本站由【公司名称】运营。");
        await desk.getByLabel("正文").fill("本站由某某公司运营。\n\n处理结果可以申诉。");
        await desk.getByRole("button", { name: "发布", exact: true }).click();
        await expect(desk.getByText(/第 \d+ 版已发布/).first()).toBeVisible();
      });

      await test.step("members read on, and are asked before they write", async () => {
        await go(reader, "/");
        await expect(reader).toHaveURL(`${origin}/`);
        await go(reader, "/write/question");
        await expect(reader).toHaveURL(/\/policy\/agree\?next=/);
        await expect(reader.getByText("说清了怎样申诉")).toBeVisible();
        if (javaScriptEnabled) await expectNothing(reader);
        await reader.getByRole("button", { name: /同意/ }).click();
        await expect(reader.getByText("请先阅读，再勾选同意").first()).toBeVisible();
        await reader.getByRole("checkbox").check();
        await reader.getByRole("button", { name: /同意/ }).click();
        await expect(reader).toHaveURL(`${origin}/write/question`);
        await go(reader, "/write/question");
        await expect(reader).toHaveURL(`${origin}/write/question`);
      });

      await test.step("every version stays readable, and who agreed is counted", async () => {
        await go(reader, "/policy/terms");
        await expect(reader.getByText("处理结果可以申诉。")).toBeVisible();
        await go(reader, "/policy/terms/1");
        await expect(reader.getByText("已被新的版本取代")).toBeVisible();
        await go(desk, "/admin/agreement");
        await expect(desk.getByRole("row", { name: /用户协议 第 3 版/ })).toContainText("1");
        await go(desk, "/admin/agreement/terms");
        await desk.getByRole("link", { name: "谁同意了" }).click();
        await expect(desk.getByRole("heading", { level: 1 })).toHaveText("谁同意了用户协议");
        await expect(desk.getByRole("row", { name: /第 3 版/ })).toHaveCount(1);
        await desk.getByRole("link", { name: /还没同意第 3 版/ }).click();
        await expect(desk.getByText("还没有同意现行的第 3 版的人，新来的在前。")).toBeVisible();
        if (javaScriptEnabled) await expectNothing(desk);
      });
      expect(complaints.flat().filter((complaint) => !/status of 422/.test(complaint))).toEqual([]);
    });
  });
}
