import { type ExecFileException, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ReadStream } from 'node:tty';
import { createPaint } from '../../conformance/reporters/text.ts';
import { version } from '../../generated/version.js';
import type { AnyKind, Certificate, Listening, Mock } from '../../mock/index.ts';
import { type Context, type OptionValues, toNote } from '../command.ts';
import type { mockOptions } from '../commands/mock-options.ts';
import { usesColour, usesProgress } from '../terminal.ts';
import {
  type DetailFacts,
  explainTrust,
  findExampleIds,
  type MockFacts,
  toBanner,
  toDetails,
  toPageUrl,
} from './banner.ts';
import { chooseLog, type LogForm, logRequests } from './request-log.ts';

interface ShownMock extends ListeningMock, Pick<Mock, 'reset'> {
  certificate: Certificate | undefined;
}

/**
 * Tells a user about a mock that listens: the banner, how to trust its certificate, its requests, and keys that do
 * something where there is a terminal.
 * @returns a function that gives the terminal back
 */
export async function showMock(
  mock: ShownMock,
  values: OptionValues<typeof mockOptions>,
  context: Context,
): Promise<() => void> {
  const note = toNote(context);
  const { control, isTokenChosen, certificate } = mock;
  const terminal = await findTerminal(context);
  await writeOutput(mock, { ...values, hasKeys: terminal !== undefined }, context);
  const isMade = certificate?.isNew === true || (values.verbose && certificate?.file !== undefined);
  if (certificate !== undefined && isMade)
    for (const line of explainTrust(certificate, process.platform)) note(line);
  if (terminal === undefined) return () => {};
  return listenForKeys(terminal, {
    page: control && toPageUrl(control.url, isTokenChosen ? undefined : control.token),
    reset: async () => {
      await mock.reset();
      note('the initial data was restored');
    },
    describe: () => describeMock(mock, context),
    write: (text) => context.stderr.write(text),
    note,
  });
}

interface ListeningMock
  extends Omit<MockFacts & DetailFacts, 'exampleIds' | 'control'>,
    Pick<Mock<AnyKind>, 'journal' | 'snapshot'>,
    Pick<Listening, 'control'>,
    Partial<Pick<Listening, 'certificate'>> {
  hasData: boolean;
}

/** What is written. */
interface OutputChoice {
  log: LogForm | undefined;
  /** Statuses and operations that are logged; all of them, when there is none. */
  logOnly: readonly (readonly string[])[];
  verbose: boolean;
  /** Whether keys of the terminal do something. */
  hasKeys: boolean;
}

/**
 * Writes to stdout where a mock listens, and then each request; nothing but JSON where that is the form. What does not go
 * to a terminal is kept by something: a log collector, a CI job, a file. The admin token is left out there.
 */
export async function writeOutput(
  mock: ListeningMock,
  { log: given, logOnly, verbose, hasKeys }: OutputChoice,
  context: Context,
): Promise<void> {
  const log = given ?? chooseLog(context.stdout);
  const isTerminal = context.stdout.isTTY === true;
  const control = mock.control && {
    url: mock.control.url,
    token: isTerminal && !mock.isTokenChosen ? mock.control.token : undefined,
  };
  const paint = createPaint(usesColour(context.stdout, context.environment));
  const facts = { ...mock, control };
  context.stdout.write(log === 'json' ? toListeningLine(mock) : toBanner(facts, hasKeys, paint));
  if (verbose && log !== 'json') context.stdout.write(await describeMock(mock, context));
  const only = logOnly.flat();
  if (log !== 'off') logRequests(mock.journal, { form: log, only }, context, paint);
}

/** Everything else that can be said of a mock, as `--verbose` and the key `?` show it. */
async function describeMock(mock: ListeningMock, context: Context): Promise<string> {
  const paint = createPaint(usesColour(context.stdout, context.environment));
  const exampleIds = await findExampleIds(mock, mock.hasData);
  return toDetails({ ...mock, exampleIds, certificateFile: mock.certificate?.file }, paint);
}

function toListeningLine({ url, workspaces, seed, control, certificate }: ListeningMock): string {
  const page = control && { url: control.url };
  const facts = { listening: url, workspaces, seed, version, control: page };
  // Where programs find what they have to trust, whenever it was made.
  return `${JSON.stringify({ ...facts, certificate: certificate?.file })}\n`;
}

interface KeyActions {
  /** The address of the page, where there is one. */
  page: string | undefined;
  reset(): Promise<void>;
  /** All other facts about the mock. */
  describe(): Promise<string>;
  write(text: string): unknown;
  note(line: string): unknown;
}

const help = [
  'o  opens the page in your browser',
  'r  restores the initial data',
  'q  quits, as Ctrl-C does',
  '?  shows this',
];

/**
 * The keyboard, where keys may be read one by one: both ends are a terminal, nobody runs this in CI, and the program is in
 * the foreground. One in the background would be stopped by the system for touching the terminal.
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
 * Has keys do something until it is told to stop. The terminal hands them over one by one then, and Ctrl-C and Ctrl-Z are
 * keys, too.
 * @returns a function that gives the terminal back
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
        actions.write(`${help.map((line) => `  ${line}`).join('\n')}\n\n`);
        actions.describe().then(actions.write, () => {});
        return;
      case 'q':
      case '\u0003':
        // Emitted, not sent: on Windows, sending a signal ends the program.
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

/** The program of the platform that opens an address, and its arguments. */
export function findOpener(platform: NodeJS.Platform, url: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', `"${url}"`];
  return ['xdg-open', url];
}

/** Whether the terminal is this program's at the moment, as opposed to one that a shell started with `&`. */
async function isInForeground(): Promise<boolean> {
  if (process.platform === 'win32') return true;
  try {
    // proc_pid_stat(5): behind the name in brackets come state, parent, group, session, terminal and its group.
    const stat = await readFile('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[2] === fields[5];
  } catch {
    return askForState();
  }
}

/** Where there is no `/proc`, `ps` marks a foreground process by a plus. */
function askForState(): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (error: ExecFileException | null, state: string): void =>
      resolve(error === null && state.includes('+'));
    execFile('ps', ['-o', 'stat=', '-p', String(process.pid)], done);
  });
}
