import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { useFolder } from '../../test/support/use-folder.ts';
import { openReportFolder } from './report-folder.ts';

const root = useFolder();
let folder = '';
let count = 0;
const inFolder = (name: string) => path.join(folder, name);

beforeEach(() => {
  count += 1;
  folder = path.join(root, `reports-${count}`);
  mkdirSync(folder);
  for (const name of ['gate.md', 'gate.json', 'mock.html', 'deployment.json', 'notes.txt'])
    writeFileSync(inFolder(name), `earlier ${name}`);
});

describe('the folder of reports', () => {
  test('loses the reports of an earlier run, and keeps other files', () => {
    openReportFolder(folder, {});
    expect(readdirSync(folder)).toEqual(['gate.md', 'notes.txt']);
    expect(readFileSync(inFolder('gate.md'), 'utf8')).toBe('');
  });

  test('keeps the report of the deployment that this run compares with', () => {
    const since = path.join(folder, '..', path.basename(folder), 'deployment.json');
    openReportFolder(folder, { since });
    expect(readFileSync(inFolder('deployment.json'), 'utf8')).toBe('earlier deployment.json');
    expect(readdirSync(folder)).not.toContain('gate.json');
  });

  test('keeps it as well if a link leads to it', () => {
    const since = path.join(root, `latest-${count}.json`);
    symlinkSync(inFolder('deployment.json'), since);
    openReportFolder(folder, { since });
    expect(readFileSync(since, 'utf8')).toBe('earlier deployment.json');
  });

  test.each([
    ['since', 'gate.json'],
    ['baseline', 'deployment.json'],
    ['accept', 'gate.json'],
    ['document', 'mock.html'],
    ['base', 'gate.json'],
    ['config', 'gate.json'],
  ])('refuses --%s %s, which it would replace', (option, name) => {
    const before = readdirSync(folder);
    const open = () => openReportFolder(folder, { [option]: inFolder(name) });
    expect(open).toThrow(`--${option} ${inFolder(name)}: the gate replaces this file by a report`);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('accepts inputs of other names, and such that are no files', () => {
    const inputs = { base: 'git:origin/main', config: 'none', baseline: inFolder('notes.txt') };
    openReportFolder(folder, inputs);
    expect(readdirSync(folder)).toContain('notes.txt');
  });
});
