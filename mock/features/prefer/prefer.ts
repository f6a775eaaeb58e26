import type { Contract, Operation, ProblemType } from '../../../contract/index.ts';
import type { OpenRequest } from '../../http/handle-request.ts';
import { addHeader, replaceBody } from '../../http/respond.ts';
import type { Middleware, Reaction, ReadRequest } from '../../middleware.ts';
import type { MockReply } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import { listExamples, listProblems, type NamedExample } from './documented-replies.ts';
import { type Preferences, parsePrefer } from './parse-prefer.ts';

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
    const { answer } = choice;
    return answer === undefined
      ? { onReply: (reply) => mark(reply, choice) }
      : { answer: (body) => answerAs(session, opened, choice, answer, body) };
  }
}

/** The answer that was chosen, once the body turns out to be valid. */
function answerAs(
  { handler }: Session,
  { head, operation, parameters }: OpenRequest,
  choice: Choice,
  answer: ChosenAnswer,
  bytes: Uint8Array | undefined,
): MockReply {
  const body = operation.readBody(bytes, parameters);
  if (body instanceof Refusal) return handler.refuse(head, operation.id, body);
  if (answer.kind === 'problem') {
    const { id, status } = answer.problem;
    const detail = 'The request asked for this answer by its header Prefer.';
    const headers = id === 'unauthorized' ? ['WWW-Authenticate', 'Bearer'] : [];
    const refusal = new Refusal(id, detail, { status, headers });
    return mark(handler.refuse(head, operation.id, refusal), choice);
  }
  const { status, mediaType, value } = answer.example;
  // A refusal has all that a reply needs beside its status and its body.
  const frame = handler.refuse(head, operation.id, new Refusal('internal-error', ''));
  return mark(replaceBody(frame, status, mediaType, JSON.stringify(value)), choice);
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
  /** What is answered in place of what the operation would do; nothing where it shall do it. */
  answer: ChosenAnswer | undefined;
}

type ChosenAnswer =
  | { kind: 'example'; example: NamedExample }
  | { kind: 'problem'; problem: ProblemType };

/** Finds what is preferred in the contract. What is not there is refused and not guessed. */
function chooseReply(
  contract: Contract,
  operation: Operation,
  { code, example, delay }: Preferences,
): Choice | Refusal {
  if (delay !== undefined && !(/^\d{1,6}$/.test(delay) && Number(delay) <= mostDelay)) {
    return refuse(`delay=${delay}`, `delay must be whole milliseconds from 0 to ${mostDelay}`);
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
): ChosenAnswer | Refusal {
  const examples = listExamples(contract, operation);
  const problems = listProblems(contract, operation);
  if (code !== undefined && !listCodes(examples, problems).includes(code)) {
    const codes = listCodes(examples, problems).join(', ');
    const known = `the contract knows these codes for ${operation.id}: ${codes}`;
    // What a gateway or a broken service answers stands in no contract, and can be had all the same.
    const advice = /^[45]\d\d$/.test(code)
      ? `${known}; a rule for faults answers any refusal`
      : known;
    return refuse(`code=${code}`, advice);
  }
  const fitting = examples.filter(({ status }) => code === undefined || String(status) === code);
  const example = fitting.find((each) => name === undefined || each.name === name);
  if (example !== undefined) return { kind: 'example', example };
  if (name !== undefined) {
    const names = fitting.map((each) => each.name).join(', ') || 'none';
    const where = code === undefined ? operation.id : `${operation.id} with ${code}`;
    return refuse(`example=${name}`, `the contract has these examples for ${where}: ${names}`);
  }
  const problem = problems.find(({ status }) => String(status) === code);
  if (problem === undefined) throw new Error(`${operation.id} lists ${code} and has no answer`);
  return { kind: 'problem', problem };
}

/** Every status that can be asked for, in ascending order. */
function listCodes(examples: readonly NamedExample[], problems: readonly ProblemType[]): string[] {
  const statuses = [...examples, ...problems].map(({ status }) => String(status));
  return [...new Set(statuses)].sort();
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
