import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What of the viewer a browser needs, by the names that it is served under. */
const files = { 'swagger-ui-bundle.js': true, 'swagger-ui.css': true } as const;

/**
 * Reads a file of the viewer of contracts, when the viewer is installed: `swagger-ui-dist`, an optional peer dependency.
 * It is looked for where the command was called, and where the command is installed.
 */
export async function readViewerFile(name: string): Promise<string | undefined> {
  if (!Object.hasOwn(files, name)) return undefined;
  const folder = findViewer();
  return folder === undefined ? undefined : readFile(path.join(folder, name), 'utf8');
}

export function findViewer(): string | undefined {
  for (const place of [path.join(process.cwd(), 'package.json'), process.argv[1] ?? '']) {
    try {
      const found = createRequire(path.resolve(place)).resolve('swagger-ui-dist/package.json');
      return path.dirname(found);
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}
