import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { type Contract, successReply } from '../../contract/index.ts';

/** The text that an editor shows for a name in a file. */
export interface Hover {
  name: string;
  /** The declaration. */
  type: string;
  /** The text below it. */
  description: string;
}

/**
 * Writes code that calls every operation of the client with every parameter and field, and reads every field of its
 * response.
 */
export function writeHoveredCode({ operations }: Contract): string {
  const calls = operations.map((operation) => {
    const fields = Object.keys(operation.requestBody?.schema.properties ?? {});
    const inputs = [
      ...operation.parameters.map(({ name }) => `${name}: given`),
      ...(operation.requestBody === undefined
        ? []
        : [`body: { ${fields.map((field) => `${field}: given`).join(', ')} }`]),
    ];
    const outputs = Object.keys(successReply(operation).schema.properties ?? {});
    return [
      `const ${operation.id} = await client.${operation.id}({ ${inputs.join(', ')} });`,
      `export const from_${operation.id} = [${outputs.map((field) => `${operation.id}.${field}`).join(', ')}];`,
    ].join('\n');
  });
  return [
    "import { createClient } from 'site-contract/client';",
    "import { runSuite } from 'site-contract/conformance';",
    "import { createMock } from 'site-contract/mock';",
    'declare const given: never;',
    "const client = createClient({ baseUrl: '', apiKey: '', fetch: given, headers: {} });",
    "await runSuite({ baseUrl: '', apiKey: '', workspace: '', checks: [], thorough: true });",
    'await createMock({ seed: 1, apiKeys: [], workspaces: [] }).listen({ port: 0, host: given });',
    ...calls,
  ].join('\n');
}

/** Writes a file to a consumer's folder, and returns the text that an editor shows for each member in the file. */
export function readHovers(folder: string, file: string, code: string): Hover[] {
  const fileName = path.join(folder, file);
  writeFileSync(fileName, code);
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      strict: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2024,
      types: [],
    }),
    getScriptFileNames: () => [fileName],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name)
        ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8'))
        : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  });
  const source = service.getProgram()?.getSourceFile(fileName);
  if (source === undefined) throw new Error(`${file} cannot be read`);
  const hovers = listMembers(source).map((name) => {
    const shown = service.getQuickInfoAtPosition(fileName, name.getStart(source));
    return {
      name: name.getText(source),
      type: ts.displayPartsToString(shown?.displayParts),
      description: ts.displayPartsToString(shown?.documentation),
    };
  });
  service.dispose();
  return hovers;
}

/** The names of properties that are set or read. */
function listMembers(source: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) || ts.isPropertyAccessExpression(node)) found.push(node.name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
