import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { version } from '../../generated/version.js';
import type { Listening, Mock, StoredMock } from '../../mock/index.ts';
import { createPaint, type Paint } from '../../writers/terminal-text.ts';
import { type Context, toNote } from '../command.ts';
import { usesColour, usesProgress } from '../terminal.ts';
import { chooseLog, type LogForm, logRequests } from './request-log.ts';

/** A started mock, and what may be shown of it. */
export interface ShownMock
  extends Pick<Mock | StoredMock, 'workspaces' | 'seed' | 'journal'>,
    Pick<Listening, 'url' | 'control'>,
    Partial<Pick<Listening, 'certificate'>> {
  reset(): void | Promise<void>;
  /** A key that may be shown; undefined if the user chose the keys. */
  apiKey: string | undefined;
  /** Whether the user chose the admin token, which is then not shown. */
  isTokenChosen: boolean;
  /** Whether every UUID is a workspace, or only the listed ones. */
  anyWorkspace: boolean;
}

/**
 * Shows a listening mock: its address, its certificate if it is new, and each request. On a terminal, it also reads commands.
 * @returns a function that stops reading commands
 */
export async function showMock(
  mock: ShownMock,
  given: LogForm | undefined,
  context: Context,
): Promise<() => void> {
  const { stdout, environment } = context;
  const log = given ?? chooseLog(stdout);
  const isInteractive =
    usesProgress(stdout, environment) && process.stdin.isTTY && (await isInForeground());
  const paint = createPaint(usesColour(stdout, environment));
  // Other output may be stored by a log collector, a CI job or in a file.
  const mayShowToken = stdout.isTTY === true && !mock.isTokenChosen;
  const page = mock.control && toPageUrl(mock.control, mayShowToken);
  stdout.write(log === 'json' ? toListeningLine(mock) : toBanner(mock, page, isInteractive, paint));
  if (log !== 'off') logRequests(mock.journal, log, context, paint);
  const { file, isNew } = mock.certificate ?? {};
  if (isNew === true) toNote(context)(explainTrust(file));
  return isInteractive ? readCommands(mock, page, context) : () => {};
}

/** The first line of a log for programs. They find the certificate to trust here, even if it existed before. */
function toListeningLine({ url, workspaces, seed, control, certificate }: ShownMock): string {
  const page = control && { url: control.url };
  const facts = { listening: url, workspaces, seed, version, control: page };
  return `${JSON.stringify({ ...facts, certificate: certificate?.file })}\n`;
}

/** The token follows the `#`: browsers do not send that part, and servers do not log it. */
function toPageUrl({ url, token }: NonNullable<Listening['control']>, mayShowToken: boolean) {
  return mayShowToken ? `${url}#token=${encodeURIComponent(token)}` : url;
}

/** Formats what a first request needs: the URL, the key and a workspace. */
function toBanner(
  { url, apiKey, isTokenChosen, workspaces, anyWorkspace, seed }: ShownMock,
  page: string | undefined,
  isInteractive: boolean,
  paint: Paint,
): string {
  const [workspace = '', ...others] = workspaces;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const token = isTokenChosen
    ? ' requires the admin token that you chose'
    : ' requires the admin token; choose one with --admin-token';
  const rows: [name: string, value: string, note: string][] = [
    ['Base URL', url, ''],
    ['API key', apiKey ?? 'the one that you chose', ''],
    ['Workspace', workspace, anyWorkspace ? ' (any UUID works)' : more],
    ['Seed', String(seed), ''],
    ...(page === undefined
      ? []
      : [['Page', page, page.includes('#') ? '' : token] as [string, string, string]]),
  ];
  const end = isInteractive
    ? 'Type o and Enter to open the page, r and Enter to reset the data. Ctrl-C stops the mock.'
    : 'Ctrl-C stops it. More: site-contract help mock';
  return [
    paint('strong', `site-contract ${version} mock is listening`),
    '',
    ...rows.map(
      ([name, value, note]) =>
        `  ${name.padEnd(9)}  ${paint('cyan', value)}${paint('faint', note)}`,
    ),
    '',
    paint('faint', end),
    '',
    '',
  ].join('\n');
}

function explainTrust(file: string | undefined): string {
  return file === undefined
    ? 'created a certificate for this run only, because the cache folder is not writable; pass --cert and --key to use one that clients trust'
    : `created a certificate for this machine: ${file}; Node.js trusts it with NODE_EXTRA_CA_CERTS=${file}, curl with --cacert ${file}, and docs/mock.md has the commands for browsers`;
}

/**
 * Reads commands of one letter from the terminal, one per line.
 * @param page its URL, if it is enabled
 */
function readCommands(mock: ShownMock, page: string | undefined, context: Context): () => void {
  const note = toNote(context);
  const commands: Readonly<Record<string, () => unknown>> = {
    o: () => (page === undefined ? note('--no-control turns the page off') : open(page, note)),
    r: async () => {
      await mock.reset();
      note('the initial data was restored');
    },
  };
  const lines = createInterface({ input: process.stdin });
  lines.on('line', async (line) => {
    try {
      await commands[line.trim()]?.();
    } catch (error) {
      note(`cannot reset: ${String(error)}`);
    }
  });
  return () => lines.close();
}

/** Opens a URL with the default program of the platform. */
function open(url: string, note: (line: string) => unknown): void {
  const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open', url],
    win32: ['cmd', '/c', 'start', '""', `"${url}"`],
  };
  const [command, ...words] = openers[process.platform] ?? ['xdg-open', url];
  const fail = (): unknown => note(`no browser could be opened; open ${url} yourself`);
  spawn(command, words, { stdio: 'ignore', detached: true, windowsVerbatimArguments: true })
    .once('error', fail)
    .once('exit', (code) => code !== null && code !== 0 && fail())
    .unref();
}

/** Whether this process was not started with `&`: the system stops a background process that reads from the terminal. */
function isInForeground(): Promise<boolean> {
  if (process.platform === 'win32') return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'stat=', '-p', String(process.pid)], (error, state) =>
      resolve(error === null && state.includes('+')),
    );
  });
}
