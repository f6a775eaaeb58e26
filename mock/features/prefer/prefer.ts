/*
 * mock/features/prefer/: replies that a request itself prefers, by the header `Prefer`. It imports http/, contract/ and writers/.
 * Start here.
 */

import type { Contract, Operation } from '../../../contract/index.ts';
import { token } from '../../../writers/curl.ts';
import type { Handler, MockReply, MockRequest } from '../../handler.ts';
import type { Service } from '../../http/handle-request.ts';
import { Refusal } from '../../refusal.ts';
import {
  listProblems,
  listReplyExamples,
  type ReplyExample,
  setHeader,
  writeStatus,
} from '../status-replies.ts';

/**
 * Creates the handler of the service with preferred responses (RFC 7240): with a given status, with an example of the
 * contract, or delayed. All other faults of a request are refused first, starting with its key.
 */
export function preferReplies(readService: () => Service): Handler {
  return (request) => {
    const prefer = request.header('prefer');
    return prefer === undefined ? readService().handle(request) : apply(request, prefer);
  };

  async function apply(request: MockRequest, prefer: string): Promise<MockReply> {
    const service = readService();
    const preferences = parsePrefer(prefer);
    const operation = preferences && service.findOperation(request);
    if (preferences === undefined || operation === undefined) return service.handle(request);
    let isApplied = false;
    const reply = await service.handle(request, () => {
      const answer = chooseAnswer(service.contract, operation, preferences);
      isApplied = true;
      if (answer === undefined) return undefined;
      const reason = 'The Prefer header of the request selects this response.';
      const chosen =
        typeof answer === 'number'
          ? { status: answer }
          : { status: answer.status, content: answer };
      return writeStatus(service, request, operation, { ...chosen, reason });
    });
    return isApplied ? mark(reply, preferences) : reply;
  }
}

function mark(reply: MockReply, { code, example, delay }: Preferences): MockReply {
  const applied = Object.entries({ code, example, delay }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quote(value)}`],
  );
  const marked = setHeader(reply, 'Preference-Applied', applied.join(', '));
  const delayMs = Number(delay ?? 0);
  return delayMs === 0 ? marked : { ...marked, delayMs: delayMs + (reply.delayMs ?? 0) };
}

/** The longest delay of a response, in milliseconds. */
const mostDelay = 600_000;

/**
 * Finds the preferred response in the contract: an example or a status that replaces the result of the operation; undefined
 * if the operation runs.
 * @throws Refusal of an unknown example, or an invalid value
 */
function chooseAnswer(
  contract: Contract,
  operation: Operation,
  { code, example: name, delay }: Preferences,
): ReplyExample | number | undefined {
  if (delay !== undefined && !(/^\d{1,6}$/.test(delay) && Number(delay) <= mostDelay)) {
    const range = `from 0 to ${mostDelay}`;
    throw refuse(`delay=${delay}`, `delay must be an integer, in milliseconds, ${range}`);
  }
  if (code === undefined && name === undefined) return undefined;
  const examples = listReplyExamples(contract, operation);
  if (code !== undefined && !/^[1-5]\d\d$/.test(code)) {
    const documented = [...examples, ...listProblems(contract, operation)].map(
      ({ status }) => status,
    );
    const codes = [...new Set(documented)].sort((left, right) => left - right).join(', ');
    throw refuse(
      `code=${code}`,
      `code must be a status from 100 to 599; the contract has ${codes} for ${operation.id}`,
    );
  }
  const fitting = examples.filter(({ status }) => code === undefined || String(status) === code);
  const problems = listProblems(contract, operation).map(({ status }) => status);
  // A problem describes this request better than an example, unless the example was named.
  const example = fitting.find((candidate) =>
    name === undefined ? !problems.includes(candidate.status) : candidate.name === name,
  );
  if (example !== undefined) return example;
  if (name === undefined) return Number(code);
  const names = fitting.map((candidate) => candidate.name).join(', ') || 'none';
  const where = code === undefined ? operation.id : `${operation.id} with ${code}`;
  throw refuse(`example=${name}`, `the contract has these examples for ${where}: ${names}`);
}

function refuse(preference: string, advice: string): Refusal {
  const excerpt = preference.length > 60 ? `${preference.slice(0, 60)}…` : preference;
  const fault = `requests ${excerpt}, but ${advice}`;
  return new Refusal('invalid-parameter', `The header Prefer ${fault}.`, {
    faults: [{ header: 'Prefer', detail: fault }],
    status: 400,
  });
}

/** Formats a value as a token if possible, otherwise as a quoted string (RFC 9110, section 5.6). */
function quote(value: string): string {
  return token.test(value) ? value : JSON.stringify(value);
}

/** The preferences of a request. Unknown ones are ignored, as RFC 7240 requires. */
interface Preferences {
  code?: string;
  example?: string;
  delay?: string;
}

const preferenceNames = ['code', 'example', 'delay'] as const;

/**
 * One preference: its name, its value as a token or a quoted string, possibly without its end, and any parameters (RFC 9110,
 * section 5.6). Matching takes linear time.
 */
const preference =
  /([^\s",;=]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s",;=]*)))?(?:"(?:[^"\\]|\\.)*"?|[^",])*/g;

/** Parses the values of the header `Prefer`, joined with commas if it was sent more than once (RFC 7240, section 2). */
export function parsePrefer(text: string): Preferences | undefined {
  const preferences: Preferences = {};
  for (const [, name = '', quoted, token = ''] of text.matchAll(preference)) {
    const key = preferenceNames.find((candidate) => candidate === name.toLowerCase());
    if (key === undefined) continue;
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
    // The first of repeated preferences counts.
    preferences[key] ??= value;
  }
  return Object.keys(preferences).length === 0 ? undefined : preferences;
}
