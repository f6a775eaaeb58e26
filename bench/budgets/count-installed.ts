import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Everything that `npm install site-contract` installs, except the package itself. */
export interface InstalledCounts {
  packages: string[];
  bytes: number;
}

/** Reads the production packages from the lock file, and their sizes from the installed files. */
export function countInstalled(root: string): InstalledCounts {
  const lock: unknown = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const packages = listProductionPackages(lock);
  return {
    packages,
    bytes: packages.reduce((sum, folder) => sum + measure(path.join(root, folder)), 0),
  };
}

function listProductionPackages(lock: unknown): string[] {
  if (typeof lock !== 'object' || lock === null || !('packages' in lock)) return [];
  const { packages } = lock;
  if (typeof packages !== 'object' || packages === null) return [];
  return Object.entries(packages)
    .filter(([folder, entry]) => folder !== '' && !Reflect.get(entry, 'dev'))
    .map(([folder]) => folder);
}

/** Packages inside this one have their own entries. */
function measure(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const file = path.join(folder, entry.name);
    bytes += entry.isDirectory() ? measure(file) : statSync(file).size;
  }
  return bytes;
}
