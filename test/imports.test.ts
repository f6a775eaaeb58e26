import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** What each folder may import beside itself. Imports run one way: spec, generated, contract, then mock or conformance, then cli. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  writers: [],
  // Only types of the contract.
  generated: ['contract'],
  client: ['generated', 'contract'],
  contract: ['generated', 'writers'],
  mock: ['generated', 'contract', 'writers', 'page'],
  conformance: ['generated', 'contract', 'writers'],
  page: ['generated', 'contract', 'writers'],
  testing: ['mock', 'client'],
  gate: ['generated', 'contract', 'writers', 'mock', 'conformance'],
  cli: ['generated', 'contract', 'writers', 'mock', 'conformance', 'gate'],
};

/** Parts of the suite, from the lowest to the highest. Each may import only those before it. */
const layers = ['runner', 'data', 'model', 'checks'].map((part) => `conformance/${part}`);

/** Modules that run in browsers, with everything that they import when they start. */
const forBrowsers = ['contract/index.ts', 'client/index.ts', 'mock/browser.ts', 'page/page.ts'];

const folders = Object.keys(allowed);
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .map((file) => path.posix.join(folder, file)),
);

interface Import {
  target: string;
  /** Whether the compiler removes it. */
  isType: boolean;
}

/** The static imports of a file, and what it exports from others. */
function listImports(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/^(?:import|export)\s(type\s)?(?:[^;'"]*?\sfrom\s)?'([^']+)'/gm);
  return [...found].map(([, type, name = '']) => ({
    target: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
    isType: type !== undefined,
  }));
}

describe('imports', () => {
  test.each(folders)('%s/ imports only what it may', (folder) => {
    const own = sources.filter((file) => file.startsWith(`${folder}/`));
    const wrong = own.flatMap((file) =>
      listImports(file)
        .map(({ target }) => target)
        .filter((target) => /^(?:\w+\/|site-contract)/.test(target) && existsSync(target))
        .filter(
          (target) => ![folder, ...(allowed[folder] ?? [])].includes(target.split('/')[0] ?? ''),
        )
        .map((target) => `${file} imports ${target}`),
    );
    expect(own.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  test.each(layers)('%s/ imports no higher part of the suite', (layer) => {
    const higher = layers.slice(layers.indexOf(layer) + 1);
    const own = sources.filter((file) => file.startsWith(`${layer}/`));
    const targets = own.flatMap(listImports).map(({ target }) => path.posix.dirname(target));
    expect(own.length).toBeGreaterThan(0);
    expect(targets.filter((target) => higher.some((each) => target.startsWith(each)))).toEqual([]);
  });

  test.each(forBrowsers)('%s loads nothing of Node', (entry) => {
    const seen = new Set([entry]);
    const ofNode: string[] = [];
    for (const file of seen) {
      for (const { target, isType } of existsSync(file) ? listImports(file) : []) {
        if (isType) continue;
        if (target.startsWith('node:')) ofNode.push(`${file} imports ${target}`);
        if (target.endsWith('.ts')) seen.add(target);
      }
    }
    expect(seen.size).toBeGreaterThan(2);
    expect(ofNode).toEqual([]);
  });
});
