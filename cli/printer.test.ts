import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { isRecord } from '../contract/resolve-reference.ts';
import { useFolder } from '../test/support/use-folder.ts';
import { createPaint } from '../writers/terminal-text.ts';
import { createLog } from './mock/show-mock.ts';
import { Printer } from './printer.ts';
import { runCommand } from './run-command.ts';

const hostile =
  '\u001b]0;title\u0007 \u009b31m \u202e \u2066 ##[stop-commands]planted \n::stop-commands::planted\r\u3000::x';

/** Everything that controls a terminal or GitHub's runner. Workflow commands of our own have three forms. */
function findControls(text: string): string[] {
  return text.split('\n').filter((line) => {
    const isOwn = /^::(?:error|warning|notice) /.test(line);
    const isCommand = (/^\s*::/.test(line) && !isOwn) || line.includes('##[');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    return isCommand || /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/.test(line);
  });
}

const folder = useFolder();
const locate = (name: string): string => path.join(folder, name);

async function run(...argv: string[]) {
  let output = '';
  const write = (text: string) => (output += text);
  const environment = { FORCE_COLOR: '0' };
  const code = await runCommand(argv, { environment, stdout: { write }, stderr: { write } });
  return { code, output };
}

/** Changes each text of a document that is neither a name nor a value of a rule. */
function spoil(node: unknown): void {
  for (const [name, value] of Object.entries(isRecord(node) || Array.isArray(node) ? node : {})) {
    const isText = /^(?:title|summary|description|question|reason|detail|open)$/.test(name);
    if (isText && typeof value === 'string') Reflect.set(Object(node), name, value + hostile);
    else spoil(value);
  }
}

function writeDocuments(): void {
  const text = readFileSync('spec/openapi.yaml', 'utf8');
  const document = parse(text);
  writeFileSync(locate('old.json'), JSON.stringify(document));
  spoil(document);
  const get = document.paths['/v1/workspaces/{workspaceId}/sites'].get;
  const parameter = {
    name: `x${hostile}`,
    in: 'query',
    required: true,
    schema: { type: 'string' },
  };
  get.parameters.push(parameter);
  const schema = document.components.schemas.Site;
  schema.properties[`field${hostile}`] = { type: 'string', example: 7 };
  writeFileSync(locate('new.json'), JSON.stringify(document));
}

describe('texts from elsewhere control neither the terminal nor a runner', () => {
  writeDocuments();
  const [before, after] = [locate('old.json'), locate('new.json')];
  test.each([
    ...['text', 'markdown', 'json'].flatMap((format) => [
      ['interface', '--contract', after, '--format', format],
      ['interface', 'examples', '--contract', after, '--format', format],
    ]),
    ...['text', 'json', 'overlay'].map((format) => ['resources', after, '--format', format]),
    ...['text', 'markdown', 'json', 'github'].map((format) => [
      ...['diff', before, after, '--format', format],
    ]),
    ['conformance', '--contract', after, '--list'],
    ['conformance', '--contract', after, '--explain', 'listSites/limit-default'],
    ['conformance', '--contract', after, '--explain', hostile],
    ['interface', '--contract', `${hostile}.yaml`],
    [hostile],
  ])('in the output of a command: %#', async (...argv) => {
    const { output } = await run(...argv.filter((word) => word !== undefined));
    expect(output.length).toBeGreaterThan(20);
    expect(findControls(output)).toEqual([]);
    if (argv.at(-1) === 'json') expect(JSON.parse(output)).toBeDefined();
  });

  test('trigger', async () => {
    const delivery = { id: hostile, url: hostile, attempts: [{ error: hostile }], state: hostile };
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: [delivery] }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const { output } = await run(
      ...['trigger', hostile, '--workspace', hostile, '--admin-token', 'token-of-some-length'],
      ...['--url', `http://127.0.0.1:${port}`],
    );
    server.close();
    expect(output).toContain('planted');
    expect(findControls(output)).toEqual([]);
  });

  test.each(['json', 'pretty'] as const)('the log of the mock: %s', (form) => {
    let output = '';
    const stdout = new Printer({ write: (text: string) => (output += text) }, {});
    const log = createLog(form, { environment: {}, stdout, stderr: stdout });
    const summary = {
      ...{ id: 1, time: '2026-01-01T12:00:00.000Z', method: 'GET', path: hostile, query: hostile },
      ...{ status: 404, durationMs: 1, operation: hostile, session: hostile, traceparent: hostile },
      ...{ faults: [{ parameter: hostile, detail: hostile }], ignored: [hostile] },
      tracestate: hostile,
      requestId: undefined,
    };
    const entry = {
      request: {},
      response: { body: { text: JSON.stringify({ detail: hostile }) } },
    };
    log?.(Object(summary), () => Object(entry));
    expect(output).toContain('planted');
    expect(findControls(output)).toEqual([]);
    if (form === 'json') expect(JSON.parse(output)).toMatchObject({ detail: hostile });
  });
});

test('colours are printed only where they are used, and only those of the command', () => {
  const printed = (environment: NodeJS.ProcessEnv): string => {
    let output = '';
    const printer = new Printer({ write: (text) => (output += text) }, environment);
    printer.painted(`${createPaint(true)('red', 'broken')}\u001b[2J\u001b[8m`);
    return output;
  };
  expect(printed({ FORCE_COLOR: '1' })).toBe('\u001b[31mbroken\u001b[39m\\u{1b}[2J\\u{1b}[8m');
  expect(printed({})).not.toContain('\u001b');
});
