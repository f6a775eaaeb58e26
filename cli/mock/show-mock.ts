import { type ExecFileException, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ReadStream } from 'node:tty';
import { version } from '../../generated/version.js';
import type { Mock } from '../../mock/index.ts';
import { createPaint } from '../../writers/terminal-text.ts';
import { type Context, toNote } from '../command.ts';
import type { mockOptions } from '../commands/mock-options.ts';
import type { OptionValues } from '../option.ts';
import { usesColour, usesProgress } from '../terminal.ts';
import { explainTrust, type ShownMock, toBanner, toDetails, toPageUrl } from './banner.ts';
import { chooseLog, type LogForm, logRequests } from './request-log.ts';

/**
 * Shows information about a listening mock: the banner, how to trust its certificate, and its requests. On a terminal, it
 * also handles keys.
 * @returns a function that restores the terminal
 */
export async function showMock(
  mock: ShownMock & Pick<Mock, 'reset'>,
  { log }: Pick<OptionValues<typeof mockOptions>, 'log'>,
  context: Context,
): Promise<() => void> {
  const note = toNote(context);
  const { control, isTokenChosen, certificate } = mock;
  const terminal = await findTerminal(context);
  writeOutput(mock, { log, hasKeys: terminal !== undefined }, context);
  if (certificate?.isNew === true)
    for (const line of explainTrust(certificate, process.platform)) note(line);
  if (terminal === undefined) return () => {};
  const paint = createPaint(usesColour(context.stdout, context.environment));
  return listenForKeys(terminal, {
    page: control && toPageUrl(control.url, isTokenChosen ? undefined : control.token),
    reset: async () => {
      await mock.reset();
      note('the initial data was restored');
    },
    describe: () => context.stderr.write(toDetails(mock, paint)),
    note,
  });
}

/**
 * Writes the address of the mock to stdout, and then each request; only JSON in that format. Output that is not a terminal
 * may be stored by a log collector, a CI job or in a file, so it does not contain the admin token.
 */
export function writeOutput(
  mock: ShownMock,
  { log: given, hasKeys }: { log: LogForm | undefined; hasKeys: boolean },
  context: Context,
): void {
  const log = given ?? chooseLog(context.stdout);
  const isTerminal = context.stdout.isTTY === true;
  const token = isTerminal && !mock.isTokenChosen ? mock.control?.token : undefined;
  const paint = createPaint(usesColour(context.stdout, context.environment));
  context.stdout.write(
    log === 'json' ? toListeningLine(mock) : toBanner(mock, token, hasKeys, paint),
  );
  if (log !== 'off') logRequests(mock.journal, log, context, paint);
}

function toListeningLine({ url, workspaces, seed, control, certificate }: ShownMock): string {
  const page = control && { url: control.url };
  const facts = { listening: url, workspaces, seed, version, control: page };
  // Programs find the certificate to trust here, even if it existed before.
  return `${JSON.stringify({ ...facts, certificate: certificate?.file })}\n`;
}

interface KeyActions {
  /** The URL of the page, if enabled. */
  page: string | undefined;
  reset(): Promise<void>;
  /** Shows the keys and the operations. */
  describe(): unknown;
  note(line: string): unknown;
}

/**
 * Finds the terminal for single-key input. Requires a terminal on both ends, no CI, and a foreground process: the system
 * would stop a background process that uses the terminal.
 */
export async function findTerminal({
  stdout,
  environment,
}: Context): Promise<ReadStream | undefined> {
  const { stdin } = process;
  if (!usesProgress(stdout, environment) || !stdin.isTTY || !(await isInForeground()))
    return undefined;
  return stdin;
}

/**
 * Handles keys in raw mode until stopped. Ctrl-C and Ctrl-Z are keys then, too.
 * @returns a function that restores the terminal
 */
export function listenForKeys(terminal: ReadStream, actions: KeyActions): () => void {
  const listen = (): void => {
    terminal.setRawMode(true);
    terminal.resume();
  };
  const stop = (): void => {
    terminal.setRawMode(false);
    terminal.pause();
  };
  const press = (text: string): void => {
    for (const key of text) act(key);
  };
  const act = (key: string): void => {
    switch (key) {
      case 'o':
        if (actions.page === undefined) actions.note('the page is turned off by --no-control');
        else openInBrowser(actions.page, actions.note);
        return;
      case 'r':
        actions.reset().catch((error: unknown) => actions.note(`cannot reset: ${String(error)}`));
        return;
      case '?':
        actions.describe();
        return;
      case 'q':
      case '\u0003':
        // Emitted instead of sent, because sending a signal ends the program on Windows.
        process.emit('SIGINT', 'SIGINT');
        return;
      case '\u001a':
        if (process.platform === 'win32') return;
        stop();
        process.once('SIGCONT', listen);
        process.kill(0, 'SIGTSTP');
        return;
    }
  };
  terminal.setEncoding('utf8');
  terminal.on('data', press);
  terminal.on('error', () => {});
  listen();
  return () => {
    terminal.removeListener('data', press);
    stop();
  };
}

function openInBrowser(url: string, note: (line: string) => unknown): void {
  const [command, ...argv] = findOpener(process.platform, url);
  const fail = (): unknown => note(`no browser could be opened; open ${url} yourself`);
  const opener = spawn(command, argv, {
    stdio: 'ignore',
    detached: true,
    windowsVerbatimArguments: true,
  });
  opener.once('error', fail);
  opener.once('exit', (code) => code !== null && code !== 0 && fail());
  opener.unref();
}

/** The platform's command to open a URL, and its arguments. */
export function findOpener(platform: NodeJS.Platform, url: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', `"${url}"`];
  return ['xdg-open', url];
}

/** Whether this process is in the foreground, and was not started with `&`. */
async function isInForeground(): Promise<boolean> {
  if (process.platform === 'win32') return true;
  try {
    // proc_pid_stat(5): the name in brackets is followed by state, parent, group, session, terminal and its group.
    const stat = await readFile('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[2] === fields[5];
  } catch {
    return askForState();
  }
}

/** Without `/proc`, uses `ps`, which marks a foreground process with a plus. */
function askForState(): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (error: ExecFileException | null, state: string): void =>
      resolve(error === null && state.includes('+'));
    execFile('ps', ['-o', 'stat=', '-p', String(process.pid)], done);
  });
}
