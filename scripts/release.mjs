// `npm run release -- FOLDER`: creates an archive of this build that needs only Node to run: files in Git, `build/` and
// `dist/`, production packages, the bill of materials; and its checksum. It is specific to this platform, since some
// packages contain compiled code.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { buildIfStale } from "./build.mjs";

/** Maximum bytes of an installation. */
const INSTALLED_MAX = 200 * 1024 ** 2;
/** Needed only for development. */
const LEFT_OUT = /^(?:tests|bench|\.ci|\.cache)\//;

/** Unused parts of packages: source maps, and the database's C sources. */
const NEVER_RUN = /\.map$|^better-sqlite3\/(?:deps|src|build\/Release\/obj(?:\.target)?|build\/Release\/.*\.a)$/;

const target = resolve(process.env.INIT_CWD ?? ".", process.argv[2] ?? ".");
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const name = `shequ-${version}-${process.platform}-${process.arch}`;
/** @param {string} program @param {string[]} args @param {import("node:child_process").ExecFileSyncOptions} [options] */
const run = (program, args, options = {}) =>
  String(execFileSync(program, args, { encoding: "utf8", ...options }) ?? "");

await buildIfStale();
const work = mkdtempSync(join(tmpdir(), "shequ-release-"));
try {
  const stage = join(work, name);
  const files = run("git", ["ls-files", "-z"])
    .split("\0")
    .filter((file) => file !== "" && !LEFT_OUT.test(file));
  for (const file of files) {
    mkdirSync(dirname(join(stage, file)), { recursive: true });
    cpSync(file, join(stage, file));
  }
  for (const folder of ["build", "dist"]) cpSync(folder, join(stage, folder), { recursive: true });
  run("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], { cwd: stage, stdio: ["ignore", 2, 2] });
  for (const file of readdirSync(join(stage, "node_modules"), { recursive: true, encoding: "utf8" })) {
    if (NEVER_RUN.test(file)) rmSync(join(stage, "node_modules", file), { recursive: true, force: true });
  }
  writeFileSync(join(stage, "sbom.json"), run("npm", ["run", "--silent", "sbom"], { maxBuffer: 64 * 1024 ** 2 }));
  const bytes = Number(run("du", ["-sb", stage]).split("\t", 1)[0]);
  if (bytes > INSTALLED_MAX) throw new Error(`${name} has ${bytes} bytes installed, more than ${INSTALLED_MAX}`);
  mkdirSync(target, { recursive: true });
  const archive = join(target, `${name}.tar.gz`);
  run("tar", ["-czf", archive, "-C", work, "--owner=0", "--group=0", name]);
  const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeFileSync(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`);
  console.log(`${archive}: ${Math.round(bytes / 1024 ** 2)} MiB installed`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
