import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** One import between files; paths from the project's root, including type imports. */
export type Import = { from: string; to: string };

const SOURCES = ["app", "framework", "log", "runtime", "server", "upstream"];
const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*"([^"\n]+)"/g;

/** Reads all imports among our own files, as the bundlers resolve them. */
export function readImports(): Import[] {
  const files = new Set(
    SOURCES.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => join(folder, name))
        .filter((file) => /\.tsx?$/.test(file) && statSync(file).isFile()),
    ).concat("server.ts"),
  );
  return [...files].flatMap((from) =>
    [...readFileSync(from, "utf8").matchAll(IMPORTED)].flatMap(([, specifier = ""]) => {
      const path = pathOf(from, specifier);
      const to = path && ["", ".ts", ".tsx", "/index.ts"].map((end) => path + end).find((each) => files.has(each));
      return to ? [{ from, to }] : [];
    }),
  );
}

function pathOf(from: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : null;
}

/** Import cycles: strongly connected components of more than one node (Tarjan). */
export function circlesAmong(imports: readonly Import[], nodeOf: (file: string) => string): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [nodeOf(from), nodeOf(to)];
    if (!next.has(a)) next.set(a, new Set());
    if (a !== b) next.get(a)?.add(b);
  }
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const own = index.size;
    index.set(node, own);
    low.set(node, own);
    stack.push(node);
    for (const other of next.get(node) ?? []) {
      const seen = index.get(other);
      const reached = seen === undefined ? visit(other) : stack.includes(other) ? seen : own;
      low.set(node, Math.min(low.get(node) ?? own, reached));
    }
    if (low.get(node) === own) {
      const part = stack.splice(stack.indexOf(node));
      if (part.length > 1) circles.push(part.sort());
    }
    return low.get(node) ?? own;
  };
  for (const node of next.keys()) if (!index.has(node)) visit(node);
  return circles;
}
