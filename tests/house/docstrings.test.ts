import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/** Folders whose exports are the vocabulary of everybody else: each export says in a docstring what it is. */
const DESCRIBED = ["app/contract", "upstream/modules"];

type Source = { file: string; text: string; tree: ts.SourceFile };

const sourcesIn = (folder: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const file = join(folder, name);
      const text = readFileSync(file, "utf8");
      return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
    });

/** The exports of a file that have no docstring and need one, as `file:line name`. */
function undescribed({ file, tree }: Source): string[] {
  const described = new Set(tree.statements.filter((one) => hasDocstring(one)).flatMap(namesOf));
  return tree.statements
    .filter((one) => isExported(one) && !hasDocstring(one) && !isDescribedElsewhere(one, described))
    .map((one) => {
      const { line } = tree.getLineAndCharacterOfPosition(one.getStart());
      return `${file}:${line + 1} ${namesOf(one).join()}`;
    });
}

/** A type inferred from a described value beside it; or the handlers of a noun, whose calls the contract describes. */
function isDescribedElsewhere(statement: ts.Statement, described: ReadonlySet<string>): boolean {
  if (ts.isTypeAliasDeclaration(statement)) {
    const [, source] = /\btypeof (\w+)/.exec(statement.type.getText()) ?? [];
    return source !== undefined && described.has(source);
  }
  return /^export const \w+ = implement\(/.test(statement.getText());
}

const hasDocstring = (statement: ts.Statement): boolean => ts.getJSDocCommentsAndTags(statement).length > 0;
const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.getText()] : [];
}

describe("docstrings", () => {
  test.each(DESCRIBED)("stand at every export of %s", (folder) => {
    expect(sourcesIn(folder).flatMap(undescribed)).toEqual([]);
  });
});

test("an export without a docstring is found", () => {
  const text = "/** A. */\nexport const a = 1;\nexport type A = typeof a;\nexport const b = 2;\nconst c = 3;\n";
  const tree = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  expect(undescribed({ file: "x.ts", text, tree })).toEqual(["x.ts:4 b"]);
});
