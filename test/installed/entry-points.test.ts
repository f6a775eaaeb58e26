import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import ts from 'typescript';
import { describeInCi } from '../support/in-ci.ts';

/** A name that entry points export, and its symbol in each. */
interface Exported {
  name: string;
  entries: readonly { entry: string; symbol: ts.Symbol }[];
}

let checker: ts.TypeChecker;
let exported: Exported[];

/** Returns the source files of all entry points with types in package.json. */
function listEntries(): string[] {
  interface Typed {
    types?: string;
  }
  const manifest: { exports: Record<string, Typed & { import?: Typed }> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  return Object.values(manifest.exports).flatMap((entry) => {
    const { types } = entry.import ?? entry;
    return types === undefined ? [] : [toSource(types)];
  });
}

/** What joins the engine and its services has its source in `service/entries/`, see tsdown.config.mjs. */
function toSource(types: string): string {
  const source = types.replace('./dist/', '').replace('.d.ts', '.ts');
  const joining = source.replace(/^(\w+)\/index\.ts$/, 'service/entries/$1.ts');
  return existsSync(joining) ? joining : source;
}

function listExported(program: ts.Program, entries: readonly string[]): Exported[] {
  const byName = new Map<string, { entry: string; symbol: ts.Symbol }[]>();
  for (const entry of entries) {
    const source = program.getSourceFile(entry);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry} exports nothing`);
    for (const found of checker.getExportsOfModule(module)) {
      const isAlias = (found.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(found) : found;
      byName.set(found.name, [...(byName.get(found.name) ?? []), { entry, symbol }]);
    }
  }
  return [...byName].map(([name, those]) => ({ name, entries: those }));
}

const described = ts.SymbolFlags.Interface | ts.SymbolFlags.Class;

/**
 * Types that need no descriptions of their members: kinds of mocks, which list types only, and the parts of a document, which
 * the specification describes.
 */
const undescribed = /^(?:paths|webhooks|components|operations|\w+Kind|OpenApiDocument|Schema)$/;

const isDocumented = (symbol: ts.Symbol): boolean =>
  symbol.getDocumentationComment(checker).length > 0;

/** Returns the members of an interface or a class that are declared in this package without a description. */
function listUndocumented({ name, entries }: Exported): string[] {
  const [first] = entries;
  if (first === undefined) return [];
  return checker
    .getDeclaredTypeOfSymbol(first.symbol)
    .getProperties()
    .filter((member) => !isDocumented(member) && !isForeign(member) && !isPrivate(member))
    .map((member) => `${name}.${member.name}`);
}

/** A field that only the class can use. */
const isPrivate = ({ name }: ts.Symbol): boolean => name.includes('#');

const isForeign = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).every((declaration) =>
    declaration.getSourceFile().fileName.includes('node_modules'),
  );

// The compiler needs many seconds for all sources.
test('every entry point has types for TypeScript that does not read exports', () => {
  const { exports, typesVersions, types } = JSON.parse(readFileSync('package.json', 'utf8'));
  const expected = Object.entries<{ types?: string; require?: { types: string } }>(exports)
    .filter(([, entry]) => typeof entry === 'object')
    .map(([name, entry]) => [name.slice(2), [entry.require?.types ?? entry.types]]);
  expect({ '': [types], ...typesVersions['*'] }).toEqual(Object.fromEntries(expected));
});

describeInCi('the entry points', () => {
  beforeAll(() => {
    const config = ts.readConfigFile('tsconfig.json', (file) => readFileSync(file, 'utf8'));
    const { options } = ts.parseJsonConfigFileContent(
      { ...config.config, include: [] },
      ts.sys,
      '.',
    );
    const program = ts.createProgram(listEntries(), options);
    checker = program.getTypeChecker();
    exported = listExported(program, listEntries());
  });

  test('use each type name for one type only', () => {
    const ambiguous = exported.filter(
      ({ entries }) =>
        new Set(entries.map(({ symbol }) => symbol)).size > 1 &&
        entries.some(({ symbol }) => (symbol.flags & ts.SymbolFlags.Type) !== 0),
    );
    expect(ambiguous.map(({ name }) => name)).toEqual([]);
  });

  test('show a description of every operation, parameter, field and option in an editor', () => {
    const shown = exported.filter(
      ({ name, entries }) =>
        !undescribed.test(name) &&
        entries.some(({ symbol }) => (symbol.flags & described) !== 0) &&
        !entries.every(({ entry }) => entry === 'generated/types.ts'),
    );
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.flatMap(listUndocumented)).toEqual([]);
  });
});
