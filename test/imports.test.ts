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
  mock: ['generated', 'contract', 'writers', 'page', 'service'],
  service: ['generated', 'contract', 'writers', 'client', 'mock', 'conformance', 'cli', 'page'],
  conformance: ['generated', 'contract', 'writers'],
  page: ['generated', 'contract', 'writers', 'service'],
  testing: ['contract', 'mock', 'client'],
  gate: ['generated', 'contract', 'writers', 'mock', 'conformance'],
  cli: ['generated', 'contract', 'writers', 'mock', 'conformance', 'service', 'gate'],
};

/** Parts of the suite, from the lowest to the highest. Each may import only those before it. */
const layers = [
  'conformance/runner',
  'service/conformance/data',
  'service/conformance/model',
  'service/conformance/checks',
  'service/conformance/observations',
];

/**
 * What each part of the mock may import of the others, beside the files that all of them share.
 */
const partsOfMock: Readonly<Record<string, readonly string[]>> = {
  store: [],
  behaviours: ['store'],
  sessions: ['store', 'behaviours'],
  http: ['store', 'behaviours', 'sessions'],
  features: ['store', 'behaviours', 'sessions', 'http'],
  postgres: ['store'],
  adapters: ['http'],
};

/** Files that join the parts of the mock. No part imports them. */
const joining = [
  'browser',
  'create-api',
  'create-core',
  'create-mock',
  'index',
  'mock-types',
  'server-types',
].map((name) => `mock/${name}.ts`);

/** Files that all parts of the mock share, which import none of them but the store. */
const shared = ['events', 'handler', 'middleware', 'refusal', 'trace'].map(
  (name) => `mock/${name}.ts`,
);

/** What parts of the mock ask about services that it knows. Types apart, it imports no part of the mock. */
const aboutServices = ['known-services', 'service-port'].map((name) => `mock/${name}.ts`);

/** The parts that may ask. */
const asking = ['sessions', 'http', 'features'];

/** Modules that run in browsers, with everything that they import when they start. */
const forBrowsers = [
  'contract/index.ts',
  'service/entries/client.ts',
  'mock/browser.ts',
  'page/page.ts',
];

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

/** The imports of some files that match, as sentences. */
function findImports(files: readonly string[], isMatch: (target: string) => boolean): string[] {
  return files.flatMap((file) => {
    const matching = listImports(file).filter(({ target }) => isMatch(target));
    return matching.map(({ target }) => `${file} imports ${target}`);
  });
}

/** Folders of one subject, whose parent says what they are. */
const isPart = (folder: string): boolean =>
  /^(?:generated|service\/conformance\/checks\/.+|conformance\/reporters\/html)$/.test(folder);

/** The first comments of the files in a folder. */
function listIntroductions(folder: string): string[] {
  const own = sources.filter((file) => path.posix.dirname(file) === folder);
  return own.map((file) => /^\/\*\n([\s\S]*?)\*\//.exec(readFileSync(file, 'utf8'))?.[1] ?? '');
}

const withSources = [...new Set(sources.map((file) => path.posix.dirname(file)))];

test.each(withSources.filter((folder) => !isPart(folder)))(
  'one file of %s/ says what the folder is, what it imports, and where to start',
  (folder) => {
    const introductions = listIntroductions(folder).filter((text) =>
      text.startsWith(` * ${folder}/: `),
    );
    const words = introductions.join('').replaceAll('\n *', '');
    expect(introductions).toHaveLength(1);
    expect(words).toMatch(/ imports? /);
    expect(words).toMatch(/ [Ss]tart (?:here|in)\b/);
  },
);

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

  test.each(Object.entries(partsOfMock))('mock/%s imports only parts below it', (part, below) => {
    const own = sources.filter((file) => file.startsWith(`mock/${part}/`));
    const mayImport = (target: string): boolean => {
      if (!target.startsWith('mock/') || target.startsWith(`mock/${part}/`)) return true;
      if (aboutServices.includes(target)) return asking.includes(part);
      // The store stays apart even from requests and events.
      if (shared.includes(target)) return part !== 'store' || target === 'mock/refusal.ts';
      return below.some((folder) => target.startsWith(`mock/${folder}/`));
    };
    expect(own.length).toBeGreaterThan(0);
    expect(findImports(own, (target) => !mayImport(target))).toEqual([]);
  });

  test('the mock imports the services that it knows in one file', () => {
    const own = sources.filter((file) => file.startsWith('mock/'));
    const importing = own.filter((file) =>
      listImports(file).some(({ target }) => target.startsWith('service/')),
    );
    expect(importing).toEqual(['mock/known-services.ts']);
  });

  test('what the parts of the mock share imports no part but the store', () => {
    const isHigher = (target: string): boolean =>
      target.startsWith('mock/') && !shared.includes(target) && !target.startsWith('mock/store/');
    expect(findImports(shared, isHigher)).toEqual([]);
  });

  test('each file of mock/ itself is shared by its parts or joins them', () => {
    const own = sources.filter((file) => /^mock\/[^/]+$/.test(file));
    expect(own.toSorted()).toEqual([...joining, ...shared, ...aboutServices].toSorted());
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
