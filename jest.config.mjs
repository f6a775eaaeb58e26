import { availableParallelism } from 'node:os';

const isOutside = process.env['OUTSIDE'] !== undefined;

/**
 * Tests run the sources, as CommonJS through swc. Programs in tests run `dist/`, which is built from the same sources
 * before the first test.
 */
export default {
  testEnvironment: 'node',
  // By default, Jest leaves one core idle. Tests also wait for browsers, servers and timeouts, so two more workers than
  // cores are useful.
  maxWorkers: availableParallelism() + 2,
  globalSetup: '<rootDir>/test/support/build.mjs',
  reporters: ['default', '<rootDir>/test/support/left-out-reporter.mjs'],
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Tests wait for conditions. This only ends a test that would hang, even on a busy machine.
  testTimeout: 600_000,
  roots: [
    '<rootDir>/contract',
    '<rootDir>/client',
    '<rootDir>/mock',
    '<rootDir>/conformance',
    '<rootDir>/service',
    '<rootDir>/cli',
    '<rootDir>/writers',
    '<rootDir>/gate',
    '<rootDir>/page',
    '<rootDir>/test',
    '<rootDir>/testing',
    '<rootDir>/examples',
  ],
  testMatch: ['**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/outside/(?:node_modules|run-)'],
  // `npm run outside` runs this folder, with the packages of its users.
  testPathIgnorePatterns: isOutside ? [] : ['<rootDir>/test/outside/'],
  modulePaths: isOutside ? ['<rootDir>/test/outside/node_modules'] : [],
  // Examples import the package by its name, as users do.
  moduleNameMapper: {
    '^site-contract/(client|mock)$': '<rootDir>/service/entries/$1.ts',
    '^site-contract/conformance$': '<rootDir>/service/entries/conformance.ts',
    '^site-contract/load-contract$': '<rootDir>/contract/load-contract.ts',
    '^site-contract/mock/browser$': '<rootDir>/mock/browser.ts',
    '^site-contract/msw$': '<rootDir>/mock/features/msw/index.ts',
    '^site-contract/(matchers|jest|playwright)$': '<rootDir>/testing/$1.ts',
  },
  transform: {
    '^.+\\.m?[jt]sx?$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  // Some dependencies, such as those of Mock Service Worker, are only published as ES modules.
  transformIgnorePatterns: [
    '/node_modules/(?!(?:rettime|until-async|@open-draft/deferred-promise|p-queue|p-timeout|eventemitter3)/)',
  ],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
};
