import { isRecord } from '../../contract/resolve-reference.ts';
import type { Failure } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { listPathIds, toId } from './ledger.ts';
import { findCreation } from './record-writes.ts';
import type { Run } from './scope.ts';

/**
 * Shell lines that reproduce a failure. They create the run's records again, since a target may have lost them, and extract
 * ids from responses with only grep and cut.
 */
export function toReproduction(failure: Failure, run: Run): string | undefined {
  const shown = failure.exchange === undefined ? undefined : run.findShown(failure.exchange);
  if (shown === undefined) return undefined;
  const sents = [failure.cause, failure.write]
    .flatMap((exchange) => (exchange === undefined ? [] : (run.findShown(exchange) ?? [])))
    .concat(shown);
  const steps = addCreations(new Set(sents), run)
    .filter((sent) => sent !== shown)
    .sort((one, other) => one.startedAt - other.startedAt)
    .concat(shown);
  const names = new Map<string, string>();
  return steps
    .map((sent) => toStep(sent, { isLast: sent === shown, isOnly: steps.length === 1 }, names, run))
    .join('\n');
}

/** Adds the requests that created the records referenced by the given ones, recursively. */
function addCreations(sents: ReadonlySet<Sent>, run: Run): Sent[] {
  const all = new Set(sents);
  for (const sent of all) {
    for (const id of listPathIds(sent.request.path, { query: true })) {
      const creation = findCreation(run, id);
      if (creation !== undefined) all.add(creation.sent);
    }
  }
  return [...all];
}

/** Writes one request that uses the variables of earlier ones. An id that it creates becomes a variable. */
function toStep(
  sent: Sent,
  { isLast, isOnly }: { isLast: boolean; isOnly: boolean },
  names: Map<string, string>,
  run: Run,
): string {
  const json = sent.reply?.json;
  const id = toId(json);
  const exchange = run.show(sent);
  const isCreation =
    !isLast && sent.request.method === 'POST' && isRecord(json) && id !== undefined;
  const line = useVariables(
    withRightKeyFirst(exchange.curl, sent, run),
    exchange.request.url,
    names,
  );
  // Add a line break between the responses of several requests.
  const apart = isOnly ? line : line.replace(/^curl -i /, "curl -i -w '\\n' ");
  if (!isCreation) return toCurlLines(apart).join('\n  ');
  const kind = /\/routes$/.test(sent.request.path.split('?')[0] ?? '') ? 'route' : 'site';
  const count = [...names.values()].filter((name) => name.startsWith(kind)).length + 1;
  const name = `${kind}${count}`;
  names.set(id, name);
  const quiet = line.replace(/^curl -i /, 'curl -s ');
  const take = `grep -o '"id" *: *"[^"]*"' | head -n 1 | cut -d '"' -f 4`;
  return `${name}=$(${toCurlLines(quiet).join('\n  ')} \\\n  | ${take})`;
}

/** Replaces ids in the URL by shell variables. */
function useVariables(line: string, url: string, names: ReadonlyMap<string, string>): string {
  let written = url;
  for (const [id, name] of names) written = written.replaceAll(id, `'"$${name}"'`);
  return line.replace(url, () => written);
}

/**
 * Puts a request with the right key first, on the same connection. A wrong key that was accepted once and refused another
 * time depends on what the connection has sent before.
 */
function withRightKeyFirst(curl: string, sent: Sent, run: Run): string {
  const entry = run.journal.entries.findLast((candidate) => candidate.sent === sent);
  if (entry?.intent !== 'unauthorised' || !isSuccess(sent)) return curl;
  const isSame = (other: JournalEntry) =>
    other.operation.id === entry.operation.id &&
    other.intent === 'unauthorised' &&
    other.sent.request.credential.shown === sent.request.credential.shown &&
    other.sent.request.path === sent.request.path;
  const isRefusedToo = run.journal.entries.some(
    (other) => isSame(other) && (other.sent.reply?.status ?? 0) >= 400,
  );
  if (!isRefusedToo) return curl;
  const right = run.show({ ...sent, request: { ...sent.request, credential: run.credential } });
  return `${right.curl} --next ${curl.replace(/^curl /, '')}`;
}

/**
 * Breaks a shell line before its options, with a backslash at the end of each line except the last. It fits narrow places
 * and can still be pasted. Quoted text is never broken.
 */
export function toCurlLines(curl: string): string[] {
  const words = splitShellWords(curl);
  const lines: string[] = [];
  for (const [index, word] of words.entries()) {
    const startsLine = index === 0 || (word.startsWith('-') && isLong(lines.at(-1) ?? ''));
    if (startsLine || isTarget(word)) lines.push(word);
    else lines.push(`${lines.pop() ?? ''} ${word}`);
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}

/** The first line gets the short options, each other line one option with its value. */
function isLong(line: string): boolean {
  return !line.startsWith('curl') || /['"]/.test(line);
}

function isTarget(word: string): boolean {
  return /^['"]?https?:/.test(word);
}

/** Splits a POSIX shell line into words that keep their quotes. */
function splitShellWords(line: string): string[] {
  return (
    line.match(
      /(?:\$'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\]|['"\\])+/g,
    ) ?? []
  );
}
