import { copyFileSync, existsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { production } from "./production";
import { cleanUp, newFolder, run, start } from "./run";

const ADMIN = ["dist/admin.js"];
const PHONE = "13900000001";

cleanUp();
const databases: { drop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

/** An empty site on SQLite, or on PostgreSQL if available. */
async function newSite(): Promise<Record<string, string>> {
  const site = production(newFolder());
  if (!PG_SERVER) return site;
  const database = await newDatabase();
  databases.push(database);
  return { ...site, DATABASE_URL: database.url };
}

// Runs a dozen programs in sequence.
test("a site is backed up, verified and restored by the command line, while it runs", async () => {
  const site = await newSite();
  const folder = newFolder();
  const file = join(folder, "backup.tar");
  const admin = (settings: Record<string, string>, ...words: string[]) => run([...ADMIN, ...words], settings);
  expect((await admin(site, "owner", "add", "--phone", PHONE, "--nickname", "站长大人")).code).toBe(0);
  const program = start(["dist/server.js"], site);
  await program.ready();

  expect((await admin(site, "backup")).code, "without a name").toBe(2);
  expect(await admin(site, "backup", file, "--dry-run")).toMatchObject({ code: 0 });
  expect(existsSync(file)).toBe(false);
  const made = await admin(site, "backup", file, "--json");
  expect(made.code).toBe(0);
  expect(JSON.parse(made.output)).toMatchObject({ file, files: 0 });
  expect((await admin(site, "backup", file)).code, "it is there already").toBe(1);

  expect(await admin(site, "verify", file)).toMatchObject({
    code: 0,
    output: expect.stringContaining('"intact": true'),
  });
  expect((await admin(site, "verify", join(folder, "none.tar"))).code).toBe(1);
  const cut = join(folder, "cut.tar");
  copyFileSync(file, cut);
  truncateSync(cut, Math.floor(statSync(file).size / 2));
  expect(await admin(site, "verify", cut)).toMatchObject({ code: 1, output: expect.stringContaining("不完整") });
  expect(await admin(site, "restore", file)).toMatchObject({ code: 1, output: expect.stringContaining("空的") });

  const doctor = await admin(site, "doctor");
  expect(doctor).toMatchObject({ code: 1, output: expect.stringContaining("BACKUP_DIR") });
  const watched = { ...site, BACKUP_DIR: join(folder, "backups") };
  expect(await admin(watched, "job", "run", "backup", "--dry-run")).toMatchObject({ code: 0 });
  expect(await admin(site, "job", "run", "nothing")).toMatchObject({ code: 2 });
  // The running site has no folder; a refusal there is a refusal here.
  const counted = await admin(site, "recount", "--json");
  expect(counted.code).toBe(0);
  expect(JSON.parse(counted.output)).toEqual({ message: "全部数目都是对的", problems: [] });
  program.child.kill("SIGTERM");
  expect(await program.ended).toBe(0);
  expect(await admin(watched, "job", "run", "backup")).toMatchObject({ code: 0 });
  expect(await admin(watched, "job", "run", "verify-backup")).toMatchObject({ code: 0 });
  expect(await admin(watched, "doctor")).toMatchObject({ code: 0 });

  const elsewhere = await newSite();
  expect(await admin(elsewhere, "restore", cut)).toMatchObject({ code: 1 });
  expect(await admin(elsewhere, "restore", file)).toMatchObject({ code: 0, output: expect.stringContaining("已恢复") });
  const staff = await admin(elsewhere, "staff", "list");
  expect(staff).toMatchObject({ code: 0, output: expect.stringContaining("站长大人") });
  const again = start(["dist/server.js"], elsewhere);
  const url = await again.ready();
  expect((await fetch(url)).status).toBe(200);
}, 240_000);
