import type { ApiParameter } from './api.ts';
import type { Witness } from './change.ts';
import { isSame } from './json.ts';
import type { OperationContext } from './operation-context.ts';
import { pickValue, type RequestChange, toParameterKey } from './requests.ts';

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

function describeParameter(parameter: ApiParameter): string {
  return `${parameter.in} parameter "${parameter.name}"`;
}

function addUnsentParameter(context: OperationContext, parameter: ApiParameter): void {
  const { isOutgoing, add, addBreaking, witnessRequest } = context;
  const what = describeParameter(parameter);
  const at = isOutgoing ? { old: parameter.pointer } : { new: parameter.pointer };
  if (parameter.isRequired)
    addBreaking(
      isOutgoing ? 'parameter-removed' : 'parameter-required',
      `${what} is ${isOutgoing ? 'no longer sent' : 'new and required'}`,
      isOutgoing ? 'Keep sending it.' : 'Make it optional.',
      at,
      witnessRequest({}, `${what} is missing`),
    );
  else
    add(
      isOutgoing ? 'unproven' : 'compatible',
      isOutgoing ? 'parameter-removed' : 'parameter-added',
      parameter.pointer,
      `${what} is ${isOutgoing ? 'no longer sent' : 'new'}`,
      '',
      at,
    );
}

/** Creates a request with a parameter that the receiver does not expect, or not in this form. */
function witnessUse(context: OperationContext, parameter: ApiParameter, reason: string): Witness {
  const { comparison, sender, witnessRequest } = context;
  const value = pickValue(comparison.sets[sender].request, parameter, true);
  return witnessRequest({ parameters: new Map([[toParameterKey(parameter), value]]) }, reason);
}

function addUnknownParameter(context: OperationContext, parameter: ApiParameter): void {
  const { before, after, isOutgoing, addBreaking, addCompatible } = context;
  const what = describeParameter(parameter);
  if (isOutgoing) {
    addCompatible('parameter-added', `${what} is new`, { new: parameter.pointer });
    return;
  }
  if (parameter.in === 'path') return;
  const renamed = after.parameters.find(
    (each) => each.in === parameter.in && findParameter(before.parameters, each) === undefined,
  );
  const suffix = renamed === undefined ? '' : ` (renamed to "${renamed.name}"?)`;
  addBreaking(
    'parameter-removed',
    `${what} is removed${suffix}`,
    'Keep the parameter; clients that send it get a different response.',
    { old: parameter.pointer },
    witnessUse(context, parameter, `the new document does not describe ${what}`),
  );
}

function compareParameter(context: OperationContext, was: ApiParameter, is: ApiParameter): void {
  const { isOutgoing, addValues, addBreaking, addCompatible, witnessRequest } = context;
  const what = describeParameter(was);
  const at = { old: was.pointer, new: is.pointer };
  const key = toParameterKey(was);
  compareNeed(context, [was, is], {
    rule: 'parameter',
    what,
    toWitness: () => witnessRequest(withoutParameter(was), `${what} is missing`, 'validation'),
  });
  if (isWrittenOtherwise(was, is))
    addBreaking(
      'parameter-style-changed',
      `${what} is serialized differently (${was.mediaType ?? was.style} → ${is.mediaType ?? is.style})`,
      'Keep style and explode as they were.',
      at,
      witnessUse(
        context,
        isOutgoing ? is : was,
        `the new document reads ${what} as ${is.mediaType ?? is.style}`,
      ),
    );
  if (!isOutgoing) {
    compareLeniency(context, was, is);
    addFallback(context, was, is);
  }
  if (!was.isDeprecated && is.isDeprecated)
    addCompatible('parameter-deprecated', `${what} is deprecated`, at);
  addValues({
    what,
    isSent: true,
    old: was,
    current: is,
    fromText: was.mediaType === undefined,
    toWitness: ({ value, reason }, provenBy) =>
      witnessRequest({ parameters: new Map([[key, value]]) }, reason, provenBy),
  });
}

/**
 * Compares whether a parameter or a body is required.
 * @param rule the start of the rule's name
 * @param toWitness creates a request without it
 */
export function compareNeed(
  { isOutgoing, addBreaking, addCompatible }: OperationContext,
  [was, is]: readonly [Needed, Needed],
  { rule, what, toWitness }: { rule: string; what: string; toWitness: () => Witness },
): void {
  const at = { old: was.pointer, new: is.pointer };
  const [sent, taken] = isOutgoing ? [is, was] : [was, is];
  const [missing, always] = isOutgoing
    ? ['may now be missing', 'is now always sent']
    : ['is now required', 'is now optional'];
  if (!sent.isRequired && taken.isRequired)
    addBreaking(`${rule}-required`, `${what} ${missing}`, 'Keep it as it was.', at, toWitness());
  else if (sent.isRequired && !taken.isRequired)
    addCompatible(`${rule}-optional`, `${what} ${always}`, at);
}

type Needed = Pick<ApiParameter, 'isRequired' | 'pointer'>;

/** How a default is written in messages. */
export function showDefault(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

/** Compares whether the receiver accepts reserved characters and empty values. */
function compareLeniency(context: OperationContext, was: ApiParameter, is: ApiParameter): void {
  const { addBreaking, addCompatible, witnessRequest } = context;
  const what = describeParameter(was);
  const at = { old: was.pointer, new: is.pointer };
  if (was.allowsReserved && !is.allowsReserved)
    addBreaking(
      'parameter-reserved-changed',
      `${what} must now escape characters such as / and :`,
      'Keep allowReserved.',
      at,
      witnessUse(context, was, `the new document does not allow reserved characters in ${what}`),
    );
  else if (!was.allowsReserved && is.allowsReserved)
    addCompatible(
      'parameter-reserved-changed',
      `${what} may contain characters such as / and : unescaped`,
      at,
    );
  if (was.in === 'query' && was.allowsEmpty && !is.allowsEmpty)
    addBreaking(
      'parameter-empty-refused',
      `${what} may no longer be empty`,
      'Keep allowEmptyValue.',
      at,
      witnessRequest({ parameters: new Map([[toParameterKey(was), '']]) }, `${what} is empty`),
    );
}

function withoutParameter(parameter: ApiParameter): RequestChange {
  return { parameters: new Map([[toParameterKey(parameter), undefined]]) };
}

/**
 * Compares defaults, which apply to requests without the value. Adding one where none was documented does not break a
 * promise.
 */
function addFallback(context: OperationContext, was: ApiParameter, is: ApiParameter): void {
  if (isSame(was.fallback, is.fallback) || was.isRequired) return;
  const { add, witnessRequest } = context;
  const [from, to] = [was.fallback, is.fallback].map(showDefault);
  const isBreaking = was.fallback !== undefined;
  const reason = `without it, the value was ${from} and is now ${to}`;
  add(
    isBreaking ? 'breaking' : 'compatible',
    'default-changed',
    `${is.schemaPointer ?? is.pointer}/default`,
    `the default of ${describeParameter(was)} changed from ${from} to ${to}`,
    'Keep the default; clients that omit it get a different result.',
    {
      old: was.pointer,
      new: is.pointer,
      ...(isBreaking && { witness: witnessRequest(withoutParameter(was), reason) }),
    },
  );
}
