/**
 * Tests run the sources, as CommonJS through swc. What they start as a program is `dist/`, which is built from the same
 * sources before the first test.
 */
export default {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/build.mjs',
  roots: [
    '<rootDir>/contract',
    '<rootDir>/mock',
    '<rootDir>/conformance',
    '<rootDir>/cli',
    '<rootDir>/bench',
  ],
  testMatch: ['**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  transform: {
    '^.+\\.[jt]sx?$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
};
