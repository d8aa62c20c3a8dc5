import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/** Folders whose exports are used by others: each export needs a docstring. */
const DESCRIBED = ["app", "framework", "log", "runtime", "server", "upstream"];
/** Names that Remix expects route modules to export; the component is the default export. */
const OF_ROUTES = [
  "action",
  "handle",
  "headers",
  "links",
  "loader",
  "meta",
  "shouldRevalidate",
  "ErrorBoundary",
  "Layout",
];
/** Words that must not begin a docstring: a noun or a verb makes it readable on its own in an editor's hover. */
const ASKING = "What|Where|Who|Whom|Whose|Which|Why|How|When|The same";
/**
 * Cryptic names that were replaced by words of docs/glossary.md; `weixinBound` and `weixinCode` are part of the contract's data.
 */
const RIDDLES =
  /^(?:untell|[dD]eeds?|told[A-Z]\w*|shelfOf|seeSession|UNSOUND|HURRY|takeIn|goneBefore|wayOut|meantBy|unheard|SmsDesk|handout|handOut\w+|lookAtWechat|askForMoney|askOutside|closeThere|takeNotice|forMachines|wallOf|foundContent|voice|deedOf|Wall|disguise|[sS]tandIns|tellAuthor|removeAndTell|nobodys|refusalOfNobody|outlived|underWay|soundOf|tagsThatSound|noteWay|lookInto|goOnMoving|learnTitle|noteMachine|seeDevice|Ours|OurOrder|OurRefund|readOurs|bumpLast|switchRow|StandIn|weixin(?!Bound$|Code$)[A-Z]\w*|Weixin(?!JSBridge$)\w*|news[A-Z]\w*|News[A-Z]\w*)$/;

type Source = { file: string; text: string; tree: ts.SourceFile };

const sources: readonly Source[] = ["app", "framework", "log", "runtime", "server", "upstream"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const file = join(folder, name);
      const text = readFileSync(file, "utf8");
      return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
    }),
);
const sourcesIn = (folder: string) => sources.filter(({ file }) => file.startsWith(`${folder}/`));

/** Exports of a file that lack a docstring, as `file:line name`. */
function undescribed({ file, tree }: Source): string[] {
  const described = new Set(tree.statements.filter((one) => hasDocstring(one)).flatMap(namesOf));
  return tree.statements
    .filter((one) => isExported(one) && !hasDocstring(one) && !isDescribedElsewhere(one, described))
    .filter((one) => !isRoute(file) || !isOfRoute(one))
    .map((one) => {
      const { line } = tree.getLineAndCharacterOfPosition(one.getStart());
      return `${file}:${line + 1} ${namesOf(one).join()}`;
    });
}

/** A type inferred from a documented value beside it; or the handlers of a noun, whose calls the contract documents. */
function isDescribedElsewhere(statement: ts.Statement, described: ReadonlySet<string>): boolean {
  if (ts.isTypeAliasDeclaration(statement)) {
    const [, source] = /\btypeof (\w+)/.exec(statement.type.getText()) ?? [];
    return source !== undefined && described.has(source);
  }
  return /^export const \w+ = implement\(/.test(statement.getText());
}

const isRoute = (file: string): boolean => file.startsWith("app/routes/") || file === "app/root.tsx";
const isOfRoute = (statement: ts.Statement): boolean =>
  hasModifier(statement, ts.SyntaxKind.DefaultKeyword) || namesOf(statement).every((name) => OF_ROUTES.includes(name));

const hasDocstring = (statement: ts.Statement): boolean => ts.getJSDocCommentsAndTags(statement).length > 0;
const hasModifier = (statement: ts.Statement, modifier: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === modifier);
const isExported = (statement: ts.Statement): boolean => hasModifier(statement, ts.SyntaxKind.ExportKeyword);

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.getText()] : [];
}

/** Docstrings that begin with one of these words, as `file:line` and their beginning. */
function openings({ file, text }: Source, words: string): string[] {
  const found = text.matchAll(new RegExp(String.raw`/\*\*\s+(?:\* )?((?:${words})\b.{0,40})`, "g"));
  return [...found].map((one) => `${file}:${text.slice(0, one.index).split("\n").length} ${one[1]}`);
}

/** Replaced names in a file. */
function riddles({ file, tree }: Source): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && RIDDLES.test(node.text)) found.push(`${file} ${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...new Set(found)];
}

describe("docstrings", () => {
  test("begin with a noun or a verb", () => {
    expect(sources.flatMap((source) => openings(source, ASKING))).toEqual([]);
  });

  test.each(DESCRIBED)("stand at every export of %s", (folder) => {
    expect(sourcesIn(folder).flatMap(undescribed)).toEqual([]);
  });
});

test("cryptic names that were replaced do not come back", () => {
  expect(sources.flatMap(riddles)).toEqual([]);
});
