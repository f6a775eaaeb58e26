import type { Contract, Operation } from '../../../contract/index.ts';
import type { OpenRequest } from '../../http/handle-request.ts';
import type { Middleware, Reaction, ReadRequest } from '../../middleware.ts';
import type { MockReply } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import {
  addHeader,
  listExamples,
  listProblems,
  type NamedExample,
  showExample,
  writeStatus,
} from '../status-replies.ts';

/**
 * The middleware that answers as a request prefers (RFC 7240): with a status, with an example of the contract, or later.
 * Whatever else is wrong with the request is refused first, the key above all. Without the header this costs one look at it.
 */
export function createPreferences(readContract: () => Contract): Middleware {
  return { onRequest };

  function onRequest({ head, session, opened }: ReadRequest): MockReply | Reaction | undefined {
    const prefer = head.header('prefer');
    if (prefer === undefined || 'status' in opened || session === undefined) return undefined;
    const preferences = parsePrefer(prefer);
    const contract = readContract();
    const { id } = opened.operation;
    const operation = contract.operations.find((each) => each.id === id);
    if (preferences === undefined || operation === undefined) return undefined;
    const choice = chooseReply(contract, operation, preferences);
    if (choice instanceof Refusal) return session.handler.refuse(head, id, choice);
    return choice.answer === undefined
      ? { onReply: (reply) => mark(reply, choice) }
      : { answer: (body) => answerAs(contract, session, opened, choice, body) };
  }
}

/** The chosen response, once the body is known to be valid. */
function answerAs(
  contract: Contract,
  session: Session,
  { head, operation, parameters }: OpenRequest,
  choice: Choice,
  bytes: Uint8Array | undefined,
): MockReply {
  const body = operation.readBody(bytes, parameters);
  if (body instanceof Refusal) return session.handler.refuse(head, operation.id, body);
  const { answer } = choice;
  const reason = 'The request asked for this response with its Prefer header.';
  const status = typeof answer === 'number' ? answer : (answer?.status ?? 500);
  const reply = writeStatus(
    contract,
    session,
    { head, operation: operation.id },
    { status, reason },
  );
  return mark(typeof answer === 'object' ? showExample(reply, answer) : reply, choice);
}

function mark(reply: MockReply, { applied, delayMs }: Choice): MockReply {
  const marked = addHeader(reply, 'Preference-Applied', applied);
  return delayMs === 0 ? marked : { ...marked, delayMs: delayMs + (reply.delayMs ?? 0) };
}

/** The longest time that an answer can be put off, in milliseconds. */
const mostDelay = 600_000;

/** What the contract has for what a request prefers. */
interface Choice {
  /** As `Preference-Applied` says it. */
  applied: string;
  delayMs: number;
  /** An example or a status to answer with, in place of what the operation would do; undefined where it shall do it. */
  answer: NamedExample | number | undefined;
}

/** Finds what is preferred in the contract. An example that does not exist is refused, and so is what is not a status. */
function chooseReply(
  contract: Contract,
  operation: Operation,
  { code, example, delay }: Preferences,
): Choice | Refusal {
  if (delay !== undefined && !(/^\d{1,6}$/.test(delay) && Number(delay) <= mostDelay)) {
    return refuse(
      `delay=${delay}`,
      `delay must be an integer, in milliseconds, from 0 to ${mostDelay}`,
    );
  }
  const answer =
    code === undefined && example === undefined
      ? undefined
      : chooseAnswer(contract, operation, code, example);
  if (answer instanceof Refusal) return answer;
  const applied = Object.entries({ code, example, delay }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quote(value)}`],
  );
  return { applied: applied.join(', '), delayMs: Number(delay ?? 0), answer };
}

function chooseAnswer(
  contract: Contract,
  operation: Operation,
  code: string | undefined,
  name: string | undefined,
): NamedExample | number | Refusal {
  const examples = listExamples(contract, operation);
  if (code !== undefined && !/^[1-5]\d\d$/.test(code)) {
    const documented = [...examples, ...listProblems(contract, operation)].map(
      ({ status }) => status,
    );
    const codes = [...new Set(documented)].sort((one, other) => one - other).join(', ');
    return refuse(
      `code=${code}`,
      `code must be a status from 100 to 599; the contract has ${codes} for ${operation.id}`,
    );
  }
  const fitting = examples.filter(({ status }) => code === undefined || String(status) === code);
  const problems = listProblems(contract, operation).map(({ status }) => status);
  // A problem says more of this request than an example of it does, unless the example is named.
  const example = fitting.find((each) =>
    name === undefined ? !problems.includes(each.status) : each.name === name,
  );
  if (example !== undefined) return example;
  if (name === undefined) return Number(code);
  const names = fitting.map((each) => each.name).join(', ') || 'none';
  const where = code === undefined ? operation.id : `${operation.id} with ${code}`;
  return refuse(`example=${name}`, `the contract has these examples for ${where}: ${names}`);
}

function refuse(preference: string, advice: string): Refusal {
  const shown = preference.length > 60 ? `${preference.slice(0, 60)}…` : preference;
  const fault = `asks for ${shown}, but ${advice}`;
  return new Refusal('invalid-parameter', `The header Prefer ${fault}.`, {
    faults: [{ header: 'Prefer', detail: fault }],
    status: 400,
  });
}

/** A value as a token where it is one, else as a quoted string (RFC 9110, section 5.6). */
function quote(value: string): string {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value : JSON.stringify(value);
}

/** What a request prefers; preferences that are not known here are left out, as RFC 7240 has it. */
interface Preferences {
  code?: string;
  example?: string;
  delay?: string;
}

const known = ['code', 'example', 'delay'] as const;

/** A quoted string, which may lack its end, a separator, or a token (RFC 9110, section 5.6). No input makes it slow. */
const lexeme = /"(?:[^"\\]|\\.)*"?|[,;=]|[^\s",;=]+/g;

/** Reads the values of the header `Prefer`, joined with commas where it was sent more than once (RFC 7240, section 2). */
export function parsePrefer(text: string): Preferences | undefined {
  const found: Preferences = {};
  let parts: string[] = [];
  const take = (): void => {
    const [name = '', sign, value = ''] = parts;
    const key = known.find((each) => each === name.toLowerCase());
    // Where a preference is stated twice, the first one counts.
    if (key !== undefined) found[key] ??= sign === '=' ? readValue(value) : '';
    parts = [];
  };
  for (const [part] of text.matchAll(lexeme)) {
    if (part === ',') take();
    else parts.push(part);
  }
  take();
  return Object.keys(found).length === 0 ? undefined : found;
}

/** A token as it stands, or what a quoted string says. A parameter may follow a name with no value at all. */
function readValue(part: string): string {
  if (part === ';' || part === '=') return '';
  return part.startsWith('"') ? part.slice(1).replace(/"$/, '').replaceAll(/\\(.)/g, '$1') : part;
}
