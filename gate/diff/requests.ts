import type { ApiContent, ApiEncoding, ApiParameter } from './api.ts';
import type { Witness } from './change.ts';
import { toParameterWire, toWire } from './comparison.ts';
import type { OperationContext } from './context.ts';
import { isSame } from './json.ts';
import { coversMediaType, findContent } from './media-types.ts';
import { toParameterKey } from './witnesses.ts';

/**
 * Whether lists and objects, or the whole value, are serialized differently. If one side accepts only plain values, the
 * serialization does not matter.
 */
export function isWrittenOtherwise(was: ApiParameter, is: ApiParameter): boolean {
  if (was.mediaType !== is.mediaType) return true;
  const isEither = (style: string): boolean => was.style === style || is.style === style;
  const isUsual = [was, is].every(({ style }) => /^(?:plain|form|simple)/.test(style));
  return was.style !== is.style && !(isEither('plain') && isUsual);
}

/** Compares parameters in path, query, headers and cookies. */
export function compareParameters(context: OperationContext): void {
  const { before, after, isOutgoing } = context;
  for (const was of before.parameters) {
    const is = after.parameters.find((each) => toParameterKey(each) === toParameterKey(was));
    if (is !== undefined) compareParameter(context, was, is);
    else if (isOutgoing) addUnsent(context, was);
    else addUnread(context, was);
  }
  for (const is of after.parameters)
    if (!before.parameters.some((each) => toParameterKey(each) === toParameterKey(is)))
      if (isOutgoing) addUnread(context, is);
      else addUnsent(context, is);
}

function describe({ in: place, name }: ApiParameter): string {
  return `${place} parameter "${name}"`;
}

/** A parameter that only the receiver describes. Every sender fills in the whole path. */
function addUnsent({ isOutgoing, add, witnessRequest }: OperationContext, parameter: ApiParameter) {
  if (parameter.in === 'path') return;
  const what = describe(parameter);
  const at = { [isOutgoing ? 'old' : 'new']: parameter.pointer };
  const rule = isOutgoing ? 'parameter-removed' : 'parameter-added';
  const title = `${what} is ${isOutgoing ? 'no longer sent' : 'new'}`;
  const missing = (): Witness => witnessRequest({}, `${what} is missing`);
  if (parameter.isRequired)
    add(
      'breaking',
      isOutgoing ? rule : 'parameter-required',
      `${title}${isOutgoing ? '' : ' and required'}`,
      at,
      missing,
    );
  else add(isOutgoing ? 'unproven' : 'compatible', rule, title, at);
}

/** A parameter that only the sender describes. */
function addUnread(context: OperationContext, parameter: ApiParameter): void {
  const { before, after, isOutgoing, add } = context;
  const what = describe(parameter);
  if (isOutgoing)
    add('compatible', 'parameter-added', `${what} is new`, { new: parameter.pointer });
  if (isOutgoing || parameter.in === 'path') return;
  const isKnown = (each: ApiParameter): boolean =>
    before.parameters.some((other) => toParameterKey(other) === toParameterKey(each));
  const renamed = after.parameters.find((each) => each.in === parameter.in && !isKnown(each));
  const suffix = renamed === undefined ? '' : ` (renamed to "${renamed.name}"?)`;
  const reason = `the new document does not describe ${what}`;
  add(
    'breaking',
    'parameter-removed',
    `${what} is removed${suffix}`,
    { old: parameter.pointer },
    () => witnessUse(context, parameter, reason),
  );
}

/** Creates a request with a parameter that the receiver does not expect, or not in this form. */
function witnessUse(context: OperationContext, parameter: ApiParameter, reason: string): Witness {
  const { comparison, sender, witnessRequest } = context;
  const value = comparison.pick(sender, 'request', parameter, toParameterWire(parameter));
  return witnessRequest({ parameters: new Map([[toParameterKey(parameter), value]]) }, reason);
}

function compareParameter(context: OperationContext, was: ApiParameter, is: ApiParameter): void {
  const { isOutgoing, compareValues, add, witnessRequest } = context;
  const what = describe(was);
  const at = { old: was.pointer, new: is.pointer };
  const withValue = (value: unknown) => ({ parameters: new Map([[toParameterKey(was), value]]) });
  compareNeed(context, was, is, 'parameter', what, () =>
    witnessRequest(withValue(undefined), `${what} is missing`, 'validation'),
  );
  if (isWrittenOtherwise(was, is)) {
    const [from, to] = [was, is].map(({ mediaType, style }) => mediaType ?? style);
    const title = `${what} is serialized differently (${from} → ${to})`;
    add('breaking', 'parameter-style-changed', title, at, () =>
      witnessUse(context, isOutgoing ? is : was, `the new document reads ${what} as ${to}`),
    );
  }
  if (!was.isDeprecated && is.isDeprecated)
    add('compatible', 'parameter-deprecated', `${what} is deprecated`, at);
  if (!isOutgoing) {
    compareLeniency(context, was, is);
    if (!was.isRequired) compareDefault(context, was, is);
  }
  compareValues({
    ...{ what, way: 'request', old: was, current: is, wire: toParameterWire(was, is) },
    toWitness: (value, reason, provenBy) => witnessRequest(withValue(value), reason, provenBy),
  });
}

type Needed = Pick<ApiParameter, 'isRequired' | 'pointer'>;

/**
 * Compares whether a parameter or a body is required.
 * @param toWitness creates a request without it
 */
function compareNeed(
  { isOutgoing, add }: OperationContext,
  was: Needed,
  is: Needed,
  rule: string,
  what: string,
  toWitness: () => Witness,
): void {
  if (was.isRequired === is.isRequired) return;
  const at = { old: was.pointer, new: is.pointer };
  // The sender must still send what the receiver requires.
  if (is.isRequired === isOutgoing)
    add(
      'compatible',
      `${rule}-optional`,
      `${what} is now ${isOutgoing ? 'always sent' : 'optional'}`,
      at,
    );
  else
    add(
      'breaking',
      `${rule}-required`,
      `${what} ${isOutgoing ? 'may now be missing' : 'is now required'}`,
      at,
      toWitness,
    );
}

/** Compares whether the receiver accepts reserved characters and empty values. */
function compareLeniency(context: OperationContext, was: ApiParameter, is: ApiParameter): void {
  const { add, witnessRequest } = context;
  const what = describe(was);
  const at = { old: was.pointer, new: is.pointer };
  const rule = 'parameter-reserved-changed';
  if (was.allowsReserved && !is.allowsReserved)
    add('breaking', rule, `${what} must now escape characters such as / and :`, at, () =>
      witnessUse(context, was, `the new document does not allow reserved characters in ${what}`),
    );
  else if (!was.allowsReserved && is.allowsReserved)
    add('compatible', rule, `${what} may contain characters such as / and : unescaped`, at);
  if (was.in !== 'query' || was.allowsEmpty === is.allowsEmpty) return;
  const empty = { parameters: new Map([[toParameterKey(was), '']]) };
  if (is.allowsEmpty) add('compatible', 'parameter-empty-allowed', `${what} may be empty`, at);
  else
    add('breaking', 'parameter-empty-refused', `${what} may no longer be empty`, at, () =>
      witnessRequest(empty, `${what} is empty`),
    );
}

/** Defaults apply to requests without the value. Adding one where none was documented does not break a promise. */
function compareDefault(context: OperationContext, was: ApiParameter, is: ApiParameter): void {
  if (isSame(was.fallback, is.fallback)) return;
  const { add, witnessRequest } = context;
  const [from, to] = [was, is].map(({ fallback }) =>
    fallback === undefined ? 'none' : JSON.stringify(fallback),
  );
  const isBreaking = was.fallback !== undefined;
  const without = { parameters: new Map([[toParameterKey(was), undefined]]) };
  const witness = (): Witness =>
    witnessRequest(without, `without it, the value was ${from} and is now ${to}`);
  add(
    isBreaking ? 'breaking' : 'compatible',
    'default-changed',
    `the default of ${describe(was)} changed from ${from} to ${to}`,
    { old: was.pointer, new: is.pointer },
    isBreaking ? witness : undefined,
    `${is.schemaPointer ?? is.pointer}/default`,
  );
}

/** Compares request bodies, their media types and encodings. */
export function compareBody(context: OperationContext): void {
  const { before, after, isOutgoing, add, witnessRequest } = context;
  const [was, is] = [before.body, after.body];
  const missing = (): Witness =>
    witnessRequest({ body: {} }, 'the request body is missing', 'validation');
  if (was !== undefined && is !== undefined) {
    compareNeed(context, was, is, 'request-body', 'the request body', missing);
    const [sent, taken] = isOutgoing ? [is, was] : [was, is];
    for (const content of sent.content) {
      const other = findContent(taken.content, content.mediaType);
      if (other === undefined) addUnreadContent(context, content);
      else compareContent(context, content, other);
    }
    for (const { mediaType, pointer } of taken.content)
      if (findContent(sent.content, mediaType) === undefined)
        if (isOutgoing)
          add(
            'compatible',
            'request-media-type-removed',
            `the request is no longer sent as ${mediaType}`,
            { old: pointer },
          );
        else
          add('compatible', 'request-media-type-added', `the request may be sent as ${mediaType}`, {
            new: pointer,
          });
  } else if (is !== undefined) {
    const at = { new: is.pointer };
    const title = `a request body is now ${is.isRequired ? 'required' : 'allowed'}`;
    if (isOutgoing) add('compatible', 'request-body-added', 'the request now has a body', at);
    else if (is.isRequired) add('breaking', 'request-body-added', title, at, missing);
    else add('compatible', 'request-body-added', title, at);
  } else if (was !== undefined) {
    const at = { old: was.pointer };
    const reason = 'the new document describes no request body';
    const [content] = was.content;
    const used = (): Witness =>
      witnessRequest({ body: { value: content && pickBody(context, content) } }, reason);
    add(
      'breaking',
      'request-body-removed',
      'the request body is removed',
      at,
      isOutgoing ? missing : used,
    );
  }
}

function addUnreadContent(context: OperationContext, content: ApiContent): void {
  const { isOutgoing, add, witnessRequest } = context;
  const { mediaType, pointer } = content;
  const witness = (): Witness =>
    witnessRequest(
      { body: { value: pickBody(context, content) }, mediaType },
      `${mediaType} is not accepted`,
    );
  if (isOutgoing)
    add(
      'breaking',
      'request-media-type-added',
      `the request may be sent as ${mediaType}`,
      { new: pointer },
      witness,
    );
  else
    add(
      'breaking',
      'request-media-type-removed',
      `${mediaType} is no longer a media type of the request`,
      { old: pointer },
      witness,
    );
}

function pickBody({ comparison, sender }: OperationContext, content: ApiContent): unknown {
  return comparison.pick(sender, 'request', content, toWire(content.mediaType));
}

function compareContent(context: OperationContext, sent: ApiContent, taken: ApiContent): void {
  const { isOutgoing, compareValues, witnessRequest } = context;
  const { mediaType } = sent;
  const [old, current] = isOutgoing ? [taken, sent] : [sent, taken];
  compareValues({
    ...{ what: 'request body', way: 'request', old, current, wire: toWire(mediaType) },
    toWitness: (value, reason, provenBy) =>
      witnessRequest({ body: { value }, mediaType }, reason, provenBy),
  });
  compareEncodings(context, sent, taken);
}

/** Compares how the parts of a form or multipart body are encoded (OpenAPI, "Encoding Object"). */
function compareEncodings(context: OperationContext, sent: ApiContent, taken: ApiContent): void {
  const { isOutgoing, add, witnessRequest } = context;
  const { mediaType } = sent;
  for (const [name, was] of sent.encodings) {
    const is = taken.encodings.get(name);
    // If only one document describes the part, the schema has changed, which is reported elsewhere.
    if (is === undefined || isSame({ ...was, pointer: '' }, { ...is, pointer: '' })) continue;
    const problem = findProblem(was, is);
    const at = { old: (isOutgoing ? is : was).pointer, new: (isOutgoing ? was : is).pointer };
    const title = `the part "${name}" of the request body ${problem ?? 'has another encoding'}`;
    const witness = (): Witness =>
      witnessRequest({ body: { value: pickBody(context, sent) }, mediaType }, title);
    if (problem === undefined) add('compatible', 'request-encoding-changed', title, at);
    else add('breaking', 'request-encoding-changed', title, at, witness);
  }
}

/** Describes which part of the sent encoding the receiver does not accept. */
function findProblem(sent: ApiEncoding, taken: ApiEncoding): string | undefined {
  const lost = sent.contentTypes.find(
    (each) => !taken.contentTypes.some((range) => coversMediaType(range, each)),
  );
  if (lost !== undefined) return `may no longer come as ${lost} (${taken.contentTypes.join(', ')})`;
  if (sent.style !== taken.style)
    return `is serialized differently (${sent.style} → ${taken.style})`;
  if (sent.allowsReserved && !taken.allowsReserved)
    return 'must now escape characters such as / and :';
  const missing = taken.requiredHeaders.find((header) => !sent.requiredHeaders.includes(header));
  return missing === undefined ? undefined : `now needs the header "${missing}"`;
}
