import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { peersFolder } from '../../subjects/peers-folder.ts';
import { apiKey } from '../../works/request-headers.ts';
import type { Tester } from './tester.ts';

const environment = path.join(peersFolder, 'node_modules/.schemathesis');
const program = path.join(environment, 'bin/schemathesis');

/** Schemathesis with its defaults, from the Python Package Index; undefined where Python or the package cannot be had. */
export function findSchemathesis(
  document: string,
  note: (line: string) => void,
): Tester | undefined {
  if (!existsSync(program) && !installSchemathesis(note)) return undefined;
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return {
    id: 'schemathesis',
    title: `Schemathesis ${/[\d.]+/.exec(version)?.[0] ?? ''}`,
    toCommand: (baseUrl = '') => [
      program,
      ...['run', document, '--url', baseUrl, '--no-color'],
      ...['--header', `Authorization: Bearer ${apiKey}`],
    ],
    environment: {},
    readCounts: (_folder, stdout) => {
      const generated = /(\d+) generated/.exec(stdout)?.[1];
      return {
        requests: generated === undefined ? undefined : Number(generated),
        records: undefined,
      };
    },
  };
}

function installSchemathesis(note: (line: string) => void): boolean {
  note('installing Schemathesis, for the bench alone');
  const options = { stdio: 'ignore' } as const;
  try {
    execFileSync('python3', ['-m', 'venv', environment], options);
    execFileSync(
      path.join(environment, 'bin/pip'),
      ['install', '--quiet', 'schemathesis'],
      options,
    );
    return true;
  } catch {
    return false;
  }
}
