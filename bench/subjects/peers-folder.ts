import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the peers are described, and installed for the bench alone. */
export const peersFolder = path.resolve('bench/peers');

/** The version of a peer that is installed, if it is. */
export function readPeerVersion(name: string): string | undefined {
  const file = path.join(peersFolder, 'node_modules', name, 'package.json');
  const description = readJson(file);
  if (typeof description !== 'object' || description === null) return undefined;
  return 'version' in description ? String(description.version) : undefined;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
