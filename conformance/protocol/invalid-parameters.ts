import type { Operation, Parameter } from '../../contract/index.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { listInvalidValues } from '../../contract/values/index.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { callOperation } from '../world/call-operation.ts';
import type { OperationCall } from '../world/operation-call.ts';
import type { Subject } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import type { ProtocolCheck, ProtocolScope } from './check.ts';
import { callValidly, type ValidCall } from './valid-call.ts';

/** A wrong text for a parameter. */
interface InvalidParameter {
  parameter: Parameter;
  /** Undefined leaves the parameter out. */
  text: string | undefined;
  keyword: string;
  fault: string;
}

/** Keywords that the text of a parameter can break. */
const textKeywords = new Set([
  ...['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'pattern', 'format', 'required'],
]);

const clearFormats = new Set(['uuid', 'date', 'date-time']);

export const refusesInvalidParameters: ProtocolCheck = {
  slug: 'refuses-invalid-parameters',
  stage: 'refusal',
  sentence: 'A parameter that breaks its schema is refused.',
  // Reads have no effect if they are accepted.
  applies: (world, operation) =>
    operation.method === 'GET' && listInvalid(world, operation).length > 0,
  async run(scope) {
    const { world, check, operation } = scope;
    const valid = await callValidly(scope);
    if (!isDone(valid.sent)) throw new Inconclusive('no valid request was accepted');
    const accepted = new Map<string, AcceptedParameter[]>();
    for (const wrong of listInvalid(world, operation)) {
      const call = changeParameter(valid, wrong);
      const sent = await callOperation(world, check, call);
      if (!isDone(sent) || isCapped(scope, wrong, sent) || isEmptyList(scope, wrong, sent))
        continue;
      const { name } = wrong.parameter;
      accepted.set(name, [...(accepted.get(name) ?? []), { ...wrong, sent }]);
    }
    for (const [name, wrong] of accepted) failParameter(scope, name, wrong);
  },
};

/** A wrong text that the service accepted. */
interface AcceptedParameter extends InvalidParameter {
  sent: Sent;
}

/** Fails once for a parameter: `limit: -1, 101 and abc were accepted`. */
function failParameter(
  { world, fail }: ProtocolScope,
  name: string,
  accepted: readonly AcceptedParameter[],
): void {
  const texts = accepted.map(({ text }) =>
    text === undefined ? 'a missing value' : excerpt(text),
  );
  const verb = texts.length === 1 ? 'was' : 'were';
  const [first] = accepted;
  if (first === undefined) return;
  fail({
    message: `${name}: ${joinWords(texts)} ${verb} accepted`,
    expected: `a refusal (a 4xx status): ${first.fault}`,
    received: `status ${first.sent.reply?.status}`,
    exchange: world.show(first.sent),
  });
}

const excerpt = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

function listInvalid(world: Subject, operation: Operation): InvalidParameter[] {
  const invalid: InvalidParameter[] = [];
  for (const parameter of operation.parameters) {
    const { name, in: location, required, schema } = parameter;
    if (location !== 'query' && location !== 'path') continue;
    const valid =
      parameter.example ?? world.values.generate(schema, { name, direction: 'request' });
    const isPlain = valid !== undefined && (typeof valid !== 'object' || valid === null);
    // The name of an object is often not part of what is sent.
    if (required && location === 'query' && !isRecord(valid))
      invalid.push({
        parameter,
        text: undefined,
        keyword: 'required',
        fault: `${name} is missing`,
      });
    if (!isPlain) continue;
    for (const { keyword, fault, value } of listInvalidValues(
      world.contract.document,
      { ...schema },
      valid,
      { name },
    )) {
      const text = toWrongText(schema, keyword, value);
      if (text !== undefined) invalid.push({ parameter, text, keyword, fault });
    }
  }
  return invalid;
}

/** Everything in a URL is text, so only texts that no notation of the type allows are wrong. */
function toWrongText(
  { type, format }: Parameter['schema'],
  keyword: string,
  value: unknown,
): string | undefined {
  if (!textKeywords.has(keyword) || typeof value === 'object') return undefined;
  if (keyword === 'format' && !clearFormats.has(String(format))) return undefined;
  const text = String(value);
  // An empty parameter often counts as omitted, and an empty segment of a path is another path.
  if (text === '') return undefined;
  const types = [type].flat();
  if (keyword !== 'type') return text;
  const isText = types.includes('string') || types.includes('array');
  const isWord = typeof value === 'string';
  return isText || !isWord ? undefined : text;
}

function changeParameter(
  { call }: ValidCall,
  { parameter, text }: InvalidParameter,
): OperationCall {
  const { name, in: location } = parameter;
  if (location === 'path')
    return { ...call, path: new Map([...(call.path ?? []), [name, text ?? '']]), isValid: false };
  const query = (call.query ?? []).filter(([key]) => key !== name);
  if (text !== undefined) query.push([name, text]);
  return { ...call, query, isValid: false };
}

/** Keywords of a filter that no record can match. Services that look for it find nothing. */
const unmatchedKeywords = new Set(['minLength', 'maxLength', 'pattern', 'format']);

/** A service may show the list below an unknown parent as empty, and no malformed id is known. The same holds for filters. */
function isEmptyList(
  { world, operation, observe }: ProtocolScope,
  { parameter, keyword, fault }: InvalidParameter,
  sent: Sent,
): boolean {
  const list = world.model.operations.get(operation.id)?.list;
  const isUnknown = parameter.in === 'path' || unmatchedKeywords.has(keyword);
  if (list === undefined || !isUnknown) return false;
  const items = readAt(sent.reply?.json, list.items);
  if (!Array.isArray(items) || items.length > 0) return false;
  observe(`${operation.id} shows an empty list although ${fault}`);
  return true;
}

/** Many services show the largest page that they allow, instead of refusing a larger one. */
function isCapped(
  { world, operation, observe }: ProtocolScope,
  wrong: InvalidParameter,
  sent: Sent,
): boolean {
  const list = world.model.operations.get(operation.id)?.list;
  const isSize = list !== undefined && list.size === wrong.parameter.name;
  if (!isSize || !wrong.keyword.toLowerCase().includes('maximum')) return false;
  const items = readAt(sent.reply?.json, list.items);
  const { maximum } = wrong.parameter.schema;
  const isCut = Array.isArray(items) && items.length <= (maximum ?? 0);
  if (isCut) observe(`${operation.id} accepts a request although ${wrong.fault}, and shows fewer`);
  return isCut;
}
