import { Inconclusive } from '../../../conformance/outcomes.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { isRefused } from '../model/call.ts';
import { listInventory } from '../model/ledger.ts';
import { type Observation, type Observer, ofResponses, rank } from './observation.ts';
import { refusalStatuses } from './refusal-statuses.ts';

const sends = 'nothing: this check examines the responses of the run';

function toErrorFormat(sent: Sent): string | undefined {
  const { reply } = sent;
  if (reply === undefined || !isRefused(sent)) return undefined;
  if (reply.bytes.length === 0) return 'empty';
  const type = reply.headers['content-type'] ?? '';
  if (/^application\/problem\+json/i.test(type)) return 'problem-details';
  return reply.json === undefined ? 'text' : 'json';
}

function observeErrorBodies({ run, answer }: Observer): void {
  const received = run.journal.entries.map(({ sent }) => toErrorFormat(sent));
  const formats = rank(received.filter((format) => format !== undefined));
  const [most] = formats;
  if (most === undefined) throw new Inconclusive('nothing was refused');
  answer(
    'error-format',
    most,
    formats.length > 1 ? `${formats.join(' or ')}, mostly ${most}` : most,
  );
}

function observeRate({ run, observe }: Observer): void {
  for (const [status, count] of run.target.refusals)
    observe(`${count} requests were refused with ${status} until they were sent more slowly`);
  if (run.target.refusals.size === 0) observe('no request was refused because of its rate');
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function observeUuids(scope: Observer): void {
  const inventory = listInventory(scope.run);
  const identified = inventory.filter(({ id }) => uuid.test(id));
  const ids = identified.map(({ id }) => id);
  if (ids.length === 0) throw new Inconclusive('no record was created with a UUID');
  answerVersion(scope, ids);
  answerCase(scope, ids);
}

function answerVersion({ answer, observe }: Observer, ids: readonly string[]): void {
  const versions = [...new Set(ids.map((id) => Number.parseInt(id.charAt(14), 16)))];
  const [version = 0] = versions;
  if (versions.length === 1 && (version === 4 || version === 7)) answer('uuid-version', version);
  else observe(`UUIDs are of version ${versions.join(' or ')}`);
}

function answerCase({ answer, observe }: Observer, ids: readonly string[]): void {
  const letters = ids.join('');
  const hasUpper = /[A-F]/.test(letters);
  const hasLower = /[a-f]/.test(letters);
  if (hasUpper && hasLower) observe('UUIDs are written in lower and in upper case');
  else if (hasUpper || hasLower) answer('uuid-case', hasUpper ? 'upper' : 'lower');
}

export const responses: readonly Observation[] = [
  ...refusalStatuses,
  {
    ...ofResponses,
    id: 'service/observes-error-bodies',
    about: ['error-format'],
    requirement: 'errors-are-not-shown',
    sends,
    run: observeErrorBodies,
  },
  {
    ...ofResponses,
    id: 'service/observes-the-rate-of-requests',
    about: 'Whether the request rate is limited',
    requirement: 'rate-and-size-limits',
    sends,
    run: observeRate,
  },
  {
    ...ofResponses,
    id: 'service/observes-uuids',
    about: ['uuid-version', 'uuid-case'],
    requirement: 'uuid-form-is-not-shown',
    sends,
    run: observeUuids,
  },
];
