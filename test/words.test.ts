import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { contract } from '../contract/index.ts';
import { isRecord } from '../contract/resolve-reference.ts';

/** The folders of the engine, which knows no service. */
const folders = [
  'writers',
  'client',
  'contract',
  'mock',
  'conformance',
  'page',
  'testing',
  'gate',
  'cli',
];

/** What the built-in service is about. */
const nouns = ['site', 'sites', 'route', 'routes', 'workspace', 'workspaces'];

/** Names of several words in the document that are not only its own: a keyword of OpenAPI, and a convention of many lists. */
const general = ['apiKey', 'hasMore'];

/** The names of this package, which contain a noun of its first service. */
const ownNames = /site[-_]?contract/gi;

/** Files in which a noun means something else. */
const otherMeanings: Readonly<Record<string, readonly string[]>> = {
  // Frequent names of fields, in whatever document.
  'contract/values/plausible.ts': ['route'],
  'writers/secret-names.ts': ['route'],
  // The workspace of a GitHub workflow.
  'cli/commands/diff.ts': ['workspace'],
  'cli/commands/gate.ts': ['workspace'],
  'gate/diff/reports.ts': ['workspace'],
  'gate/diff/workspace-file.ts': ['workspace'],
  // What the control surface calls the type of an event.
  'page/views/control.ts': ['eventType'],
  // Browsers speak of requests across sites.
  'gate/traffic/proxy-access.ts': ['site', 'sites'],
  'mock/features/control/check-access.ts': ['site'],
};

/** The properties that schemas anywhere in the document name. */
function listProperties(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listProperties);
  if (!isRecord(value)) return [];
  const { properties } = value;
  const own = isRecord(properties) ? Object.keys(properties) : [];
  return [...own, ...Object.values(value).flatMap(listProperties)];
}

/** Operations, parameters and fields that only the built-in service has. */
function listOwnNames(): Set<string> {
  const operations = contract.operations.map(({ id }) => id);
  const parameters = contract.operations.flatMap((operation) =>
    operation.parameters.map(({ name }) => name),
  );
  const fields = [...listProperties(contract.document), ...parameters];
  const special = fields.filter((name) => toWords(name).length > 1 && !general.includes(name));
  return new Set([...operations, ...special]);
}

/** `hostUrl` and `host-url` consist of the words host and url. */
function toWords(name: string): string[] {
  const parts = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return parts.map((part) => part.toLowerCase());
}

/** The identifiers and the texts of a program, without its comments. */
function readTokens(text: string): string[] {
  const tokens: string[] = [];
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest);
  function visit(node: ts.Node): void {
    const isImported = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) tokens.push(node.text);
    if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node))
      tokens.push(node.text);
    if (ts.isTemplateHead(node)) tokens.push(node.text);
    // Paths of modules are judged by the test of imports.
    ts.forEachChild(node, (child) => {
      if (!(isImported && ts.isStringLiteral(child))) visit(child);
    });
  }
  visit(source);
  return tokens;
}

const names = listOwnNames();

/** The words of a program that belong to the built-in service. */
function findWords(text: string, allowed: readonly string[] = []): string[] {
  const found = new Set<string>();
  for (const token of readTokens(text)) {
    const rest = token.replaceAll(ownNames, '');
    for (const name of rest.match(/\w+/g) ?? []) if (names.has(name)) found.add(name);
    for (const word of toWords(rest)) if (nouns.includes(word)) found.add(word);
  }
  return [...found].filter((word) => !allowed.includes(word));
}

function listFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.m?ts$/.test(file) && !/\.(?:test|d)\.m?ts$/.test(file))
    .map((file) => path.posix.join(folder, file));
}

test('reads names and texts, and no comments', () => {
  const program =
    "/* site */ const siteId = `a ${routes} site-contract`; // workspace\n'listSites';";
  expect(findWords(program).toSorted()).toEqual(['listSites', 'routes', 'site', 'siteId', 'sites']);
});

test('knows the operations and the fields of the document', () => {
  expect([...names]).toEqual(expect.arrayContaining(['createSite', 'hostUrl', 'siteId']));
  expect([...names]).not.toEqual(expect.arrayContaining(['id']));
});

test('only service/ names what the built-in service is about', () => {
  const naming = folders
    .flatMap(listFiles)
    .filter((file) => findWords(readFileSync(file, 'utf8'), otherMeanings[file]).length > 0);
  expect(naming).toEqual([]);
});
