import { readdirSync, readFileSync } from 'node:fs';
import { validateWorkflow } from '@action-validator/core';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { nodeVersions } from './installed/node-versions.ts';

const folder = '.github/workflows';
const files = readdirSync(folder);
const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');

test.each(files)('%s is a valid workflow', (file) => {
  expect(validateWorkflow(read(file)).errors).toEqual([]);
});

test('every supported version of Node is tested', () => {
  const { check, test: others } = parse(read('ci.yml')).jobs;
  const oldest = check.steps[1].with['node-version'];
  const tested = [oldest, ...others.strategy.matrix.node].map(String);
  expect(
    nodeVersions.filter((version) => !tested.some((each) => each.startsWith(version))),
  ).toEqual([]);
});
