/*
 * cli/mock/: what the command `mock` prints, and the files that it reads and follows. It imports mock/, contract/, service/cli/
 * and writers/. Start here for the banner and the log, in data-files.ts for fixtures, state and `--watch`.
 */

import { version } from '../../generated/version.js';
import type { Listening, Mock, MockOptions, StoredMock } from '../../mock/index.ts';
import { createPaint, type Paint } from '../../writers/terminal-text.ts';
import { type Context, toNote } from '../command.ts';
import { toWidth, usesColour } from '../terminal.ts';
import { readDetail, toLogEntry, toPrettyLines } from './request-log.ts';

/** A started mock, and what may be shown of it. */
interface ShownMock
  extends Pick<Mock | StoredMock, 'seed'>,
    Pick<Listening, 'url' | 'control'>,
    Partial<Pick<Listening, 'certificate'>> {
  /** A key that may be shown; undefined if the user chose the keys. */
  apiKey: string | undefined;
  /** Whether the user chose the admin token, which is then not shown. */
  isTokenChosen: boolean;
  /** What only a mock of the built-in service has, for programs. */
  scopeFacts: object;
  /** The same for the banner. */
  scopeRow: Row | undefined;
}

type LogForm = 'pretty' | 'json' | 'off' | undefined;

/** Creates the listener that shows each request after its response. */
export function createLog(
  form: LogForm,
  { stdout, environment }: Context,
): MockOptions['onRequest'] {
  const paint = createPaint(usesColour(stdout, environment));
  if (form === 'off') return undefined;
  return (summary, readEntry) => {
    // The reason for a refusal is in its body, which a summary does not contain.
    const detail = summary.status < 400 ? undefined : readDetail(readEntry());
    if (form === 'json') stdout.json(toLogEntry(summary, detail), 0);
    else stdout.painted(toPrettyLines(summary, detail, paint, toWidth(stdout)));
  };
}

/** Shows a listening mock: its address, and its certificate if it is new. */
export function showMock(mock: ShownMock, log: LogForm, context: Context): void {
  const { stdout, environment } = context;
  const paint = createPaint(usesColour(stdout, environment));
  // Other output may be stored by a log collector, a CI job or in a file.
  const mayShowToken = stdout.isTTY === true && !mock.isTokenChosen;
  // Browsers do not send what follows the `#`, and servers do not log it.
  const { control } = mock;
  const token = control && mayShowToken ? `#token=${encodeURIComponent(control.token)}` : '';
  const page = control && control.url + token;
  if (log === 'json') stdout.json(toListeningEntry(mock), 0);
  else stdout.painted(toBanner(mock, page, paint));
  const { file, isNew } = mock.certificate ?? {};
  if (isNew === true) toNote(context)(explainTrust(file));
}

/** The first line of a log for programs. They find the certificate to trust here, even if it existed before. */
function toListeningEntry({ url, scopeFacts, seed, control, certificate }: ShownMock): object {
  const page = control && { url: control.url };
  const facts = { listening: url, ...scopeFacts, seed, version, control: page };
  return { ...facts, certificate: certificate?.file };
}

type Row = [name: string, value: string, note: string];

/** Formats what a first request needs, such as the URL and the key. */
function toBanner(
  { url, apiKey, scopeRow, seed }: ShownMock,
  page: string | undefined,
  paint: Paint,
): string {
  const token = ' requires the admin token, which --admin-token sets';
  const rows: Row[] = [
    ['Base URL', url, ''],
    ['API key', apiKey ?? 'the one that you chose', ''],
    ...(scopeRow === undefined ? [] : [scopeRow]),
    ['Seed', String(seed), ''],
    ...(page === undefined ? [] : [['Page', page, page.includes('#') ? '' : token] satisfies Row]),
  ];
  return [
    paint('strong', `site-contract ${version} mock is listening`),
    '',
    ...rows.map(
      ([name, value, note]) =>
        `  ${name.padEnd(9)}  ${paint('cyan', value)}${paint('faint', note)}`,
    ),
    '',
    paint('faint', 'Ctrl-C stops it. More: site-contract help mock'),
    '',
    '',
  ].join('\n');
}

function explainTrust(file: string | undefined): string {
  return file === undefined
    ? 'created a certificate for this run only, because the cache folder is not writable; pass --cert and --key to use one that clients trust'
    : `created a certificate for this machine: ${file}; Node.js trusts it with NODE_EXTRA_CA_CERTS=${file}, curl with --cacert ${file}, and docs/mock.md has the commands for browsers`;
}
