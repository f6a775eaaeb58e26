import { Inconclusive, Unanswered } from '../../../conformance/outcomes.ts';
import type { Failure } from '../../../conformance/results.ts';
import { describeRequest } from '../../../conformance/runner/client.ts';
import { describeHang, hangs } from '../../../conformance/runner/hangs.ts';
import {
  endOf,
  isSuccess,
  type JournalEntry,
  listSuccesses,
} from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { type Contract, type Operation, successResponse } from '../../../contract/index.ts';
import { isRecord, readAt } from '../../../contract/resolve-reference.ts';
import { toCount } from '../../../writers/terminal-text.ts';
import { formatValue } from '../model/call.ts';
import { isSameOrigin } from '../model/compare.ts';
import { createdKinds, listCreations, listNamed, toId, toKey } from '../model/ledger.ts';
import { expectRoute } from '../model/records.ts';
import type { Check, Run, Scope } from '../model/scope.ts';
import { useVictimRoute } from '../model/shared.ts';
import { requirementsOf } from './requirements-of.ts';

// Checks of everything that the run has received. They run after all requests.

/** Number of different faults that a check reports. The messages state the total. */
const mostShown = 3;

type Flaw = Pick<Failure, 'message' | 'expected' | 'received' | 'pointer'>;

interface VerdictCheck extends Pick<Check, 'title' | 'requirements' | 'expects'> {
  slug: string;
  /** Finds what is wrong with a response. */
  find: (sent: Sent, scope: Scope) => Flaw | undefined;
  /** Whether it judges only successful responses. Default: true. */
  isOfSuccesses?: boolean;
}

function listVerdicts(contract: Contract, operation: Operation): VerdictCheck[] {
  const { status, mediaType } = successResponse(operation);
  const requirements = requirementsOf(operation.id);
  const hasSites = requirements.shape === 'site-shape' || requirements.shape === 'page-shape';
  const ofBody = (documented: string): VerdictCheck[] => [
    {
      slug: 'answers-json',
      title: 'Successful responses are JSON and are labelled as JSON',
      requirements: ['bodies-are-json'],
      expects: `Content-Type ${documented}, and JSON in UTF-8 without a byte order mark`,
      find: (sent) => judgeMediaType(documented, sent),
    },
    {
      slug: 'answers-the-documented-shape',
      title: 'Every response has the documented fields, types and formats',
      requirements: hasSites
        ? [requirements.shape, 'site-host-url-is-an-origin']
        : [requirements.shape],
      expects: 'a body that matches the schema; additional fields are allowed',
      find: (sent) => judgeShape(contract, operation, sent),
    },
  ];
  const ofStatus: VerdictCheck = {
    slug: `answers-${status}`,
    title: `Success returns status ${status}`,
    requirements: [requirements.status],
    expects: `status ${status} wherever the request succeeded`,
    find: (sent) => judgeStatus(status, sent),
  };
  return [
    // Without a specific status in the document, any 2XX status is a success.
    ...(/^\d+$/.test(status) ? [ofStatus] : []),
    ...(mediaType === undefined ? [] : ofBody(mediaType)),
    {
      slug: 'never-fails-itself',
      title: 'No request causes a 5xx response or breaks the connection',
      requirements: ['no-server-errors'],
      expects:
        'a complete response with a status below 500 to every request of the run, valid or not (a timeout is inconclusive, unless it recurs on new connections while other requests are answered)',
      find: judgeFailure,
      isOfSuccesses: false,
    },
  ];
}

export function createVerdictChecks(contract: Contract): Check[] {
  return contract.operations.flatMap((operation) =>
    listVerdicts(contract, operation).map(
      ({ slug, find, isOfSuccesses = true, ...texts }): Check => ({
        ...texts,
        id: `${operation.id}/${slug}`,
        operation: operation.id,
        level: 'MUST',
        stage: 'verdict',
        writes: false,
        sends: 'nothing: this check checks every response of the run',
        run: (scope) => judge(scope, operation, isOfSuccesses, find),
      }),
    ),
  );
}

function judge(
  scope: Scope,
  { id }: Operation,
  isOfSuccesses: boolean,
  find: VerdictCheck['find'],
): void {
  const entries = scope.run.journal.entries.filter(
    ({ operation, intent, sent }) =>
      operation.id === id &&
      // Other checks report invalid requests that were accepted.
      (!isOfSuccesses || ((intent === 'valid' || intent === 'probe') && isSuccess(sent))),
  );
  if (entries.length === 0) throw new Inconclusive('no request to this operation succeeded');
  const faulty = entries.flatMap(({ sent }) => {
    const fault = find(sent, scope);
    return fault === undefined ? [] : [{ sent, fault }];
  });
  const responses = entries.map(({ sent }) => sent);
  const unanswered = responses.find(({ reply }) => reply === undefined);
  if (unanswered !== undefined && faulty.length === 0)
    throw new Unanswered(
      `${describeRequest(unanswered.request)} got no response: ${unanswered.error}`,
    );
  const seen = new Set<string>();
  const isNew = ({ message, received }: Flaw) => seen.size < seen.add(message + received).size;
  const different = faulty.filter(({ fault }) => isNew(fault));
  for (const { sent, fault } of different.slice(0, mostShown))
    scope.fail({
      ...fault,
      message: `${fault.message} (${faulty.length} of ${entries.length} responses)`,
      exchange: scope.run.show(sent),
    });
}

function judgeStatus(documented: string, sent: Sent): Flaw | undefined {
  const received = String(sent.reply?.status);
  if (received === documented) return undefined;
  const message = 'a successful response has an undocumented status';
  return { message, expected: documented, received };
}

function judgeMediaType(documented: string, { reply }: Sent): Flaw | undefined {
  if (reply?.unreadable !== undefined)
    return {
      message: 'the response cannot be read',
      expected: 'JSON in UTF-8',
      received: reply.unreadable,
    };
  const contentType = reply?.headers['content-type'] ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() === documented) return undefined;
  return {
    message: 'the Content-Type of the response is not as documented',
    expected: `Content-Type ${documented}`,
    received: contentType === '' ? 'no Content-Type' : contentType,
  };
}

function judgeShape(contract: Contract, operation: Operation, sent: Sent): Flaw | undefined {
  const json = sent.reply?.json;
  if (json === undefined) return undefined;
  const { status } = successResponse(operation);
  const faults = contract.validators.reply(operation.id, status)(structuredClone(json));
  const [{ pointer = '', detail } = { detail: '' }] = faults;
  if (faults.length === 0) return undefined;
  const more = faults.length === 1 ? '' : `, and ${toCount(faults.length - 1, 'more fault')}`;
  return {
    message: `${pointer === '' ? 'the whole response' : pointer} is not as documented: it ${detail}${more}`,
    expected: readAt(json, pointer) === undefined ? 'a value' : `a value that ${detail}`,
    received: describeAt(json, pointer),
    pointer,
  };
}

function judgeFailure(sent: Sent, { run }: Scope): Flaw | undefined {
  const { reply, loss = 'timeout', error, earlier = [] } = sent;
  if (hangs(run, sent)) return describeHang(run, sent);
  // Nothing was received from the service.
  if (reply === undefined && ['refused', 'unreached', 'timeout'].includes(loss)) return undefined;
  // A single accident of the network.
  if (loss === 'lost' && earlier.length === 0) return undefined;
  if (reply === undefined)
    return {
      message: 'a request got no complete response',
      expected: 'a response',
      received: run.redact(error ?? 'nothing'),
    };
  if (reply.status < 500) return undefined;
  return {
    message: 'a request made the service fail',
    expected: 'a status below 500',
    received: `${reply.status} ${run.redact(formatValue(reply.json ?? '')).slice(0, 100)}`.trim(),
  };
}

function describeAt(json: unknown, pointer: string): string {
  const value = readAt(json, pointer);
  if (pointer.endsWith('/apiKey') && typeof value === 'string')
    return `a string of ${value.length} characters`;
  const text = formatValue(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The created sites as the responses showed them. */
function listCreated(run: Run): { json: Record<string, unknown>; sent: Sent }[] {
  const created = listSuccesses(run, 'createSite').flatMap(({ sent }) =>
    isRecord(sent.reply?.json) ? [{ json: sent.reply.json, sent }] : [],
  );
  if (created.length < 2) throw new Inconclusive('fewer than two sites were created');
  return created;
}

/**
 * The keys in the responses to creations. The source of a site is the site itself, and that of a duplicate the source of its
 * original: the interface does not say whether a duplicate has a key of its own.
 */
function listKeys(run: Run): { key: string; source: string; sent: Sent }[] {
  const sources = new Map<string, string>();
  const keys: { key: string; source: string; sent: Sent }[] = [];
  for (const { operation, sent } of run.journal.entries) {
    const json = sent.reply?.json;
    const id = toId(json);
    const isCreation = createdKinds[operation.id] === 'site' && isSuccess(sent);
    if (!isCreation || id === undefined) continue;
    const original = toKey(sent.request.path.split('/').at(-2) ?? '');
    const source = sources.get(original) ?? (operation.id === 'createSite' ? id : original);
    sources.set(id, source);
    const key = readAt(json, '/apiKey');
    if (typeof key === 'string') keys.push({ key: toKey(key), source, sent });
  }
  if (keys.length < 2) throw new Inconclusive('fewer than two sites were created');
  return keys;
}

const verdict = {
  level: 'MUST',
  stage: 'verdict',
  writes: false,
  sends: 'nothing: this check examines the responses of the run',
} as const;

/** Checks of relations between responses. */
export const aftermathChecks: readonly Check[] = [
  {
    ...verdict,
    id: 'updateRoute/refused-updates-change-nothing',
    title: 'Refused updates leave a route unchanged',
    operation: 'updateRoute',
    requirements: ['refusals-have-no-effect', 'key-is-required'],
    sends: 'a no-op update of the route that all refused updates were sent to',
    expects: 'the route and its variants as created',
    stage: 'listing',
    writes: true,
    uses: ['victim', 'original'],
    async run(scope) {
      const route = await useVictimRoute(scope);
      if (route.uncertain.size > 0)
        throw new Inconclusive('an invalid update was accepted; another check reports that');
      await expectRoute(scope, route, 'the route after refused updates');
    },
  },
  {
    ...verdict,
    id: 'createSite/gives-no-host-of-another-site',
    title: 'A site created without a host does not get the host of another site',
    operation: 'createSite',
    requirements: ['create-site-stores-what-was-sent', 'concurrent-requests-are-independent'],
    expects: 'null or a host that no request of the run sent before',
    run({ run, fail }) {
      const created = listSuccesses(run, 'createSite').map(({ sent }) => sent);
      const without = created.filter((sent) => typeof listNamed(sent)['hostUrl'] !== 'string');
      if (without.length === 0) throw new Inconclusive('no site was created without a host');
      for (const sent of without) {
        const host = readAt(sent.reply?.json, '/hostUrl');
        // The run itself may later send a host that the target has generated.
        const isGiven = created.some(
          (creation) =>
            creation.startedAt <= endOf(sent) && isSameOrigin(listNamed(creation)['hostUrl'], host),
        );
        if (!isGiven) continue;
        fail({
          message: 'a site created without a host has the host of another site',
          expected: 'null, or its own host',
          received: formatValue(host),
          pointer: '/hostUrl',
          exchange: run.show(sent),
        });
        return;
      }
    },
  },
  {
    ...verdict,
    id: 'createSite/gives-each-site-a-key-of-its-own',
    title: 'No two sites share an apiKey, except a duplicate and its original',
    operation: 'createSite',
    requirements: ['site-key-belongs-to-its-site'],
    expects: 'a unique key for each site; a duplicate may have the key of its original',
    run({ run, fail }) {
      const owners = new Map<string, string>();
      for (const { key, source, sent } of listKeys(run)) {
        const owner = owners.get(key);
        owners.set(key, source);
        // Another check reports two responses with the same id.
        if (owner === undefined || owner === source) continue;
        fail({
          message: 'two sites have the same apiKey',
          expected: 'a key that no other site has',
          received: `the key of the site ${owner}`,
          pointer: '/apiKey',
          exchange: run.show(sent),
        });
        return;
      }
    },
  },
  {
    ...verdict,
    id: 'createSite/gives-keys-that-are-no-ids',
    title: "A site's apiKey is not its id",
    operation: 'createSite',
    level: 'SHOULD',
    requirements: ['site-key-belongs-to-its-site'],
    expects: 'a key that cannot be derived from the id',
    run({ run, fail }) {
      const site = listCreated(run).find(({ json }) => json['apiKey'] === json['id']);
      if (site === undefined) return;
      fail({
        message: 'the apiKey of a site is its id',
        expected: 'a key that is not the id',
        received: 'the id of the site',
        pointer: '/apiKey',
        exchange: run.show(site.sent),
      });
    },
  },
  {
    ...verdict,
    id: 'service/ids-are-unique',
    title: 'No two resources share an id',
    operation: 'service',
    requirements: ['ids-are-unique'],
    expects: 'a unique id for each site, each route and each webhook',
    run({ run, fail }) {
      const creations = listCreations(run);
      if (creations.length < 2) throw new Inconclusive('the run created fewer than two resources');
      const seen = new Map<string, JournalEntry>();
      for (const { resource, entry } of creations) {
        const key = `${resource.kind} ${toKey(resource.id)}`;
        const first = seen.get(key);
        seen.set(key, entry);
        if (first === undefined) continue;
        // A repeated registration may return the existing webhook. The interface does not say.
        if (resource.kind === 'webhook' && toForm(first) === toForm(entry)) continue;
        fail({
          message: `two ${resource.kind}s share an id`,
          expected: 'a unique id for each',
          received: `${resource.id} again`,
          pointer: '/id',
          exchange: run.show(entry.sent),
          write: run.show(first.sent),
        });
      }
    },
  },
  {
    ...verdict,
    id: 'service/keeps-the-key-secret',
    title: 'A response to a request without the API key does not contain it',
    operation: 'service',
    requirements: ['key-is-secret'],
    expects: 'responses whose headers and body do not contain the key',
    run({ run, fail }) {
      const { apiKey } = run.options;
      if (apiKey.length < 8)
        throw new Inconclusive('the API key is too short to be distinguished from other text');
      const strangers = run.journal.entries.filter(
        ({ intent, sent }) => intent === 'unauthorised' && !hasPartOfKey(sent, apiKey),
      );
      if (strangers.length === 0) throw new Inconclusive('every request of the run had the key');
      const disclosure = strangers.find(({ sent }) => contains(sent, apiKey));
      if (disclosure === undefined) return;
      fail({
        message: 'a response to a request without the API key contains it',
        expected: 'a refusal that does not contain the key',
        received: `status ${disclosure.sent.reply?.status}, with the key`,
        exchange: run.show(disclosure.sent),
      });
    },
  },
];

/** Whether the headers or the body of a response contain a text. */
function contains({ reply }: Sent, text: string): boolean {
  if (reply === undefined) return false;
  const texts = [...Object.values(reply.headers), new TextDecoder().decode(reply.bytes)];
  return texts.some((received) => received.includes(text));
}

/** A request and its response without its time and its headers. */
function toForm({ sent: { request, reply } }: JournalEntry): string {
  return [request.path, new TextDecoder().decode(request.body), formatValue(reply?.json)].join(
    '\n',
  );
}

/** Whether a request contained enough of the key that an echo of it would reveal the key. */
function hasPartOfKey({ request: { credential } }: Sent, apiKey: string): boolean {
  if (credential.value === undefined) return false;
  const value = credential.value.toLowerCase();
  const key = apiKey.toLowerCase();
  const half = Math.floor(key.length / 2);
  return (
    !value.startsWith('bearer') ||
    [key.slice(0, half), key.slice(half)].some((part) => value.includes(part))
  );
}
