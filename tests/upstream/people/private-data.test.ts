import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createUpstream } from "#upstream/app";
import { readUpstreamConfig } from "#upstream/config";

const parent = mkdtempSync(join(tmpdir(), "shequ-private-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("nobody else on the machine can read stored data, even if an older version left it open", async () => {
  const dataDir = join(parent, "data");
  const config = readUpstreamConfig({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
  for (const start of ["fresh", "left open"]) {
    const program = await createUpstream(config);
    await program.services.objects.put("content/202601/a.webp", new Uint8Array([1]), "image/webp");
    await program.services.db.updateTable("versions").set({ version: 1 }).execute();
    expect(modeOf(dataDir), start).toBe("700");
    const files = readdirSync(dataDir).filter((name) => /^(?:shequ\.db|secret-key)/.test(name));
    expect(files).toEqual(expect.arrayContaining(["secret-key", "shequ.db", "shequ.db-wal"]));
    for (const name of files) expect(modeOf(join(dataDir, name)), `${start}: ${name}`).toBe("600");
    for (const name of ["objects", "image-cache"]) expect(modeOf(join(dataDir, name)), `${start}: ${name}`).toBe("700");
    await program.close();
    chmodSync(join(dataDir, "shequ.db"), 0o644);
    chmodSync(join(dataDir, "objects"), 0o755);
  }
});
