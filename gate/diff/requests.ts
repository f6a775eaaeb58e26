import type { ApiBody, ApiContent, ApiEncoding, ApiParameter } from './api.ts';
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
  const [sent, taken] = isOutgoing ? [after, before] : [before, after];
  for (const parameter of sent.parameters) {
    const other = findParameter(taken.parameters, parameter);
    if (other === undefined) addUnknownParameter(context, parameter);
    else if (isOutgoing) compareParameter(context, other, parameter);
    else compareParameter(context, parameter, other);
  }
  // Every sender fills in the whole path.
  for (const parameter of taken.parameters)
    if (parameter.in !== 'path' && findParameter(sent.parameters, parameter) === undefined)
      addUnsentParameter(context, parameter);
}

function findParameter(parameters: readonly ApiParameter[], wanted: ApiParameter) {
  return parameters.find((each) => toParameterKey(each) === toParameterKey(wanted));
}

function describe(parameter: ApiParameter): string {
  return `${parameter.in} parameter "${parameter.name}"`;
}

function addUnsentParameter(context: OperationContext, parameter: ApiParameter): void {
  const { isOutgoing, add, witnessRequest } = context;
  const what = describe(parameter);
  const at = isOutgoing ? { old: parameter.pointer } : { new: parameter.pointer };
  const rule = isOutgoing ? 'parameter-removed' : 'parameter-added';
  if (!parameter.isRequired)
    add(
      isOutgoing ? 'unproven' : 'compatible',
      rule,
      `${what} is ${isOutgoing ? 'no longer sent' : 'new'}`,
      at,
    );
  else
    add(
      'breaking',
      isOutgoing ? rule : 'parameter-required',
      `${what} is ${isOutgoing ? 'no longer sent' : 'new and required'}`,
      {
        ...at,
        detail: isOutgoing ? 'Keep sending it.' : 'Make it optional.',
        witness: () => witnessRequest({}, `${what} is missing`),
      },
    );
}

/** Creates a request with a parameter that the receiver does not expect, or not in this form. */
function witnessUse(context: OperationContext, parameter: ApiParameter, reason: string): Witness {
  const { comparison, sender, witnessRequest } = context;
  const value = comparison.pick(sender, 'request', parameter, toParameterWire(parameter));
  return witnessRequest({ parameters: new Map([[toParameterKey(parameter), value]]) }, reason);
}

function addUnknownParameter(context: OperationContext, parameter: ApiParameter): void {
  const { before, after, isOutgoing, add } = context;
  const what = describe(parameter);
  if (isOutgoing) {
    add('compatible', 'parameter-added', `${what} is new`, { new: parameter.pointer });
    return;
  }
  if (parameter.in === 'path') return;
  const renamed = after.parameters.find(
    (each) => each.in === parameter.in && findParameter(before.parameters, each) === undefined,
  );
  const suffix = renamed === undefined ? '' : ` (renamed to "${renamed.name}"?)`;
  add('breaking', 'parameter-removed', `${what} is removed${suffix}`, {
    detail: 'Keep the parameter; clients that send it get a different response.',
    old: parameter.pointer,
    witness: () => witnessUse(context, parameter, `the new document does not describe ${what}`),
  });
}

function compareParameter(context: OperationContext, was: ApiParameter, is: ApiParameter): void {
  const { isOutgoing, compareValues, add, witnessRequest } = context;
  const what = describe(was);
  const at = { old: was.pointer, new: is.pointer };
  const key = toParameterKey(was);
  compareNeed(context, [was, is], 'parameter', what, () =>
    witnessRequest({ parameters: new Map([[key, undefined]]) }, `${what} is missing`, 'validation'),
  );
  if (isWrittenOtherwise(was, is)) {
    const [from, to] = [was, is].map(({ mediaType, style }) => mediaType ?? style);
    add(
      'breaking',
      'parameter-style-changed',
      `${what} is serialized differently (${from} → ${to})`,
      {
        detail: 'Keep style and explode as they were.',
        ...at,
        witness: () =>
          witnessUse(context, isOutgoing ? is : was, `the new document reads ${what} as ${to}`),
      },
    );
  }
  if (!isOutgoing) {
    compareLeniency(context, was, is);
    compareDefault(context, was, is);
  }
  if (!was.isDeprecated && is.isDeprecated)
    add('compatible', 'parameter-deprecated', `${what} is deprecated`, at);
  compareValues({
    what,
    way: 'request',
    old: was,
    current: is,
    wire: toParameterWire(was, is),
    toWitness: (value, reason, provenBy) =>
      witnessRequest({ parameters: new Map([[key, value]]) }, reason, provenBy),
  });
}

type Needed = Pick<ApiParameter, 'isRequired' | 'pointer'>;

/**
 * Compares whether a parameter or a body is required.
 * @param toWitness creates a request without it
 */
function compareNeed(
  { isOutgoing, add }: OperationContext,
  [was, is]: readonly [Needed, Needed],
  rule: string,
  what: string,
  toWitness: () => Witness,
): void {
  const at = { old: was.pointer, new: is.pointer };
  const [sent, taken] = isOutgoing ? [is, was] : [was, is];
  if (!sent.isRequired && taken.isRequired)
    add(
      'breaking',
      `${rule}-required`,
      `${what} ${isOutgoing ? 'may now be missing' : 'is now required'}`,
      {
        detail: 'Keep it as it was.',
        ...at,
        witness: toWitness,
      },
    );
  else if (sent.isRequired && !taken.isRequired)
    add(
      'compatible',
      `${rule}-optional`,
      `${what} is now ${isOutgoing ? 'always sent' : 'optional'}`,
      at,
    );
}

/** Compares whether the receiver accepts reserved characters and empty values. */
function compareLeniency(context: OperationContext, was: ApiParameter, is: ApiParameter): void {
  const { add, witnessRequest } = context;
  const what = describe(was);
  const at = { old: was.pointer, new: is.pointer };
  const rule = 'parameter-reserved-changed';
  if (was.allowsReserved && !is.allowsReserved)
    add('breaking', rule, `${what} must now escape characters such as / and :`, {
      detail: 'Keep allowReserved.',
      ...at,
      witness: () =>
        witnessUse(context, was, `the new document does not allow reserved characters in ${what}`),
    });
  else if (!was.allowsReserved && is.allowsReserved)
    add('compatible', rule, `${what} may contain characters such as / and : unescaped`, at);
  if (was.in !== 'query' || was.allowsEmpty === is.allowsEmpty) return;
  if (is.allowsEmpty) add('compatible', 'parameter-empty-allowed', `${what} may be empty`, at);
  else
    add('breaking', 'parameter-empty-refused', `${what} may no longer be empty`, {
      detail: 'Keep allowEmptyValue.',
      ...at,
      witness: () =>
        witnessRequest({ parameters: new Map([[toParameterKey(was), '']]) }, `${what} is empty`),
    });
}

/**
 * Compares defaults, which apply to requests without the value. Adding one where none was documented does not break a
 * promise.
 */
function compareDefault(context: OperationContext, was: ApiParameter, is: ApiParameter): void {
  if (isSame(was.fallback, is.fallback) || was.isRequired) return;
  const { add, witnessRequest } = context;
  const [from, to] = [was.fallback, is.fallback].map((value) =>
    value === undefined ? 'none' : JSON.stringify(value),
  );
  const isBreaking = was.fallback !== undefined;
  const reason = `without it, the value was ${from} and is now ${to}`;
  const without = { parameters: new Map([[toParameterKey(was), undefined]]) };
  add(
    isBreaking ? 'breaking' : 'compatible',
    'default-changed',
    `the default of ${describe(was)} changed from ${from} to ${to}`,
    {
      detail: 'Keep the default; clients that omit it get a different result.',
      old: was.pointer,
      new: is.pointer,
      ...(isBreaking && { witness: () => witnessRequest(without, reason) }),
    },
    `${is.schemaPointer ?? is.pointer}/default`,
  );
}

/** Compares request bodies, their media types and encodings. */
export function compareBody(context: OperationContext): void {
  const { before, after, isOutgoing, add, witnessRequest } = context;
  const [sent, taken] = isOutgoing ? [after.body, before.body] : [before.body, after.body];
  const witnessMissing = (): Witness =>
    witnessRequest({ body: {} }, 'the request body is missing', 'validation');
  if (sent === undefined || taken === undefined) {
    if (taken !== undefined) addUnsentBody(context, taken, witnessMissing);
    if (sent !== undefined) addUnreadBody(context, sent);
    return;
  }
  const pair: [Needed, Needed] = isOutgoing ? [taken, sent] : [sent, taken];
  compareNeed(context, pair, 'request-body', 'the request body', witnessMissing);
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
          {
            old: pointer,
          },
        );
      else
        add('compatible', 'request-media-type-added', `the request may be sent as ${mediaType}`, {
          new: pointer,
        });
}

/** Reports a body that only the receiver describes. */
function addUnsentBody(
  { isOutgoing, add }: OperationContext,
  taken: ApiBody,
  witness: () => Witness,
): void {
  const isBreaking = taken.isRequired || isOutgoing;
  add(
    isBreaking ? 'breaking' : 'compatible',
    isOutgoing ? 'request-body-removed' : 'request-body-added',
    isOutgoing
      ? 'the request no longer has a body'
      : `a request body is now ${taken.isRequired ? 'required' : 'allowed'}`,
    {
      [isOutgoing ? 'old' : 'new']: taken.pointer,
      ...(isBreaking && { detail: 'Make it optional.', witness }),
    },
  );
}

/** Reports a body that only the sender describes. */
function addUnreadBody(context: OperationContext, sent: ApiBody): void {
  const { comparison, isOutgoing, add, witnessRequest } = context;
  if (isOutgoing) {
    add('compatible', 'request-body-added', 'the request now has a body', { new: sent.pointer });
    return;
  }
  add('breaking', 'request-body-removed', 'the request body is removed', {
    detail: 'Keep it; otherwise, what clients send is ignored.',
    old: sent.pointer,
    witness: () => {
      const [content] = sent.content;
      const value = comparison.pick('old', 'request', content, toWire(content?.mediaType ?? ''));
      return witnessRequest({ body: { value } }, 'the new document describes no request body');
    },
  });
}

function addUnreadContent(context: OperationContext, content: ApiContent): void {
  const { isOutgoing, add, witnessRequest } = context;
  const { mediaType, pointer } = content;
  const witness = (reason: string) => (): Witness =>
    witnessRequest({ body: { value: pickBody(context, content) }, mediaType }, reason);
  if (isOutgoing)
    add('breaking', 'request-media-type-added', `the request may be sent as ${mediaType}`, {
      detail: 'Use only media types that receivers support.',
      new: pointer,
      witness: witness('receivers do not support the media type'),
    });
  else
    add(
      'breaking',
      'request-media-type-removed',
      `${mediaType} is no longer a media type of the request`,
      {
        detail: 'Keep the media type.',
        old: pointer,
        witness: witness(`the new document does not accept ${mediaType}`),
      },
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
    what: 'request body',
    way: 'request',
    old,
    current,
    wire: toWire(mediaType),
    toWitness: (value, reason, provenBy) =>
      witnessRequest({ body: { value }, mediaType }, reason, provenBy),
  });
  compareEncodings(context, sent, taken);
}

/** Compares how the parts of a form or multipart body are encoded (OpenAPI, "Encoding Object"). */
function compareEncodings(context: OperationContext, sent: ApiContent, taken: ApiContent): void {
  const { isOutgoing, add, witnessRequest } = context;
  for (const name of new Set([...sent.encodings.keys(), ...taken.encodings.keys()])) {
    const [was, is] = [sent.encodings.get(name), taken.encodings.get(name)];
    // If only one document describes the part, the schema has changed, which is reported elsewhere.
    if (was === undefined || is === undefined || isSame(was, is)) continue;
    const { mediaType } = sent;
    const problem = findProblem(was, is);
    const at = { old: (isOutgoing ? is : was).pointer, new: (isOutgoing ? was : is).pointer };
    const rule = 'request-encoding-changed';
    if (problem === undefined) {
      if (!isSame({ ...was, pointer: '' }, { ...is, pointer: '' }))
        add('compatible', rule, `the part "${name}" of the request body has another encoding`, at);
      continue;
    }
    add('breaking', rule, `the part "${name}" of the request body ${problem}`, {
      detail: 'Keep its encoding.',
      ...at,
      witness: () =>
        witnessRequest(
          { body: { value: pickBody(context, sent) }, mediaType },
          `the part "${name}" ${problem}`,
        ),
    });
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
