import type { ApiParameter } from './api.ts';
import type { Witness } from './change.ts';
import { isSame } from './json.ts';
import type { OperationContext } from './operation-context.ts';
import { pickValue, type RequestChange, toParameterKey } from './requests.ts';

/**
 * Whether lists and objects, or the whole value, are serialized differently. If one of the two accepts only plain values, this
 * does not matter and the values decide.
 */
export function isWrittenOtherwise(was: ApiParameter, is: ApiParameter): boolean {
  if (was.mediaType !== is.mediaType) return true;
  const isEither = (style: string): boolean => was.style === style || is.style === style;
  const isUsual = [was, is].every(({ style }) => /^(?:plain|form|simple)/.test(style));
  return was.style !== is.style && !(isEither('plain') && isUsual);
}

/** Compares parameters in path, query, headers and cookies. */
export function compareParameters(context: OperationContext): void {
  const { comparison, before, after, isOutgoing, sender, add, addBreaking, addCompatible } =
    context;
  const { witnessRequest, addValues } = context;
  const [sent, taken] = isOutgoing ? [after, before] : [before, after];
  for (const parameter of sent.parameters) {
    const other = taken.parameters.find(
      (each) => toParameterKey(each) === toParameterKey(parameter),
    );
    if (other === undefined) addUnknownParameter(parameter);
    else compareParameter(isOutgoing ? other : parameter, isOutgoing ? parameter : other);
  }
  for (const parameter of taken.parameters) {
    if (sent.parameters.some((each) => toParameterKey(each) === toParameterKey(parameter)))
      continue;
    const what = `${parameter.in} parameter "${parameter.name}"`;
    const at = isOutgoing ? { old: parameter.pointer } : { new: parameter.pointer };
    if (parameter.isRequired && parameter.in !== 'path')
      addBreaking(
        isOutgoing ? 'parameter-removed' : 'parameter-required',
        `${what} is ${isOutgoing ? 'no longer sent' : 'new and required'}`,
        isOutgoing ? 'Keep sending it.' : 'Make it optional.',
        at,
        witnessRequest({}, `${what} is missing`),
      );
    else if (parameter.in !== 'path')
      add(
        isOutgoing ? 'unproven' : 'compatible',
        isOutgoing ? 'parameter-removed' : 'parameter-added',
        parameter.pointer,
        `${what} is ${isOutgoing ? 'no longer sent' : 'new'}`,
        '',
        at,
      );
  }

  /** A request that has a parameter which the receiver does not expect, or not like this. */
  function witnessUse(parameter: ApiParameter, reason: string): Witness {
    const value = pickValue(comparison.sets[sender].request, parameter, true);
    return witnessRequest({ parameters: new Map([[toParameterKey(parameter), value]]) }, reason);
  }

  function addUnknownParameter(parameter: ApiParameter): void {
    const what = `${parameter.in} parameter "${parameter.name}"`;
    if (isOutgoing) {
      addCompatible('parameter-added', `${what} is new`, { new: parameter.pointer });
      return;
    }
    if (parameter.in === 'path') return;
    const witness = witnessUse(parameter, `the new document does not describe ${what}`);
    const renamed = after.parameters.find(
      (each) =>
        each.in === parameter.in &&
        !before.parameters.some((known) => toParameterKey(known) === toParameterKey(each)),
    );
    const title =
      renamed === undefined
        ? `${what} is removed`
        : `${what} is removed (renamed to "${renamed.name}"?)`;
    addBreaking(
      'parameter-removed',
      title,
      'Keep the parameter; clients that send it get a different response.',
      { old: parameter.pointer },
      witness,
    );
  }

  function compareParameter(was: ApiParameter, is: ApiParameter): void {
    const what = `${was.in} parameter "${was.name}"`;
    const at = { old: was.pointer, new: is.pointer };
    const key = toParameterKey(was);
    const leftOut = new Map([[key, undefined]]);
    const [optional, required] = isOutgoing ? [is, was] : [was, is];
    if (!optional.isRequired && required.isRequired)
      addBreaking(
        'parameter-required',
        `${what} ${isOutgoing ? 'may now be missing' : 'is now required'}`,
        'Keep it as it was.',
        at,
        witnessRequest({ parameters: leftOut }, `${what} is missing`, 'validation'),
      );
    else if (optional.isRequired && !required.isRequired)
      addCompatible(
        'parameter-optional',
        `${what} is ${isOutgoing ? 'now always sent' : 'now optional'}`,
        at,
      );
    if (isWrittenOtherwise(was, is)) {
      addBreaking(
        'parameter-style-changed',
        `${what} is serialized differently (${was.mediaType ?? was.style} → ${is.mediaType ?? is.style})`,
        'Keep style and explode as they were.',
        at,
        witnessUse(
          isOutgoing ? is : was,
          `the new document reads ${what} as ${is.mediaType ?? is.style}`,
        ),
      );
    }
    if (was.allowsReserved && !is.allowsReserved && !isOutgoing)
      addBreaking(
        'parameter-reserved-changed',
        `${what} must now escape characters such as / and :`,
        'Keep allowReserved.',
        at,
        witnessUse(was, `the new document does not allow reserved characters in ${what}`),
      );
    else if (!was.allowsReserved && is.allowsReserved && !isOutgoing)
      addCompatible(
        'parameter-reserved-changed',
        `${what} may hold characters such as / and : as they are`,
        at,
      );
    if (was.in === 'query' && was.allowsEmpty && !is.allowsEmpty && !isOutgoing)
      addBreaking(
        'parameter-empty-refused',
        `${what} may no longer be empty`,
        'Keep allowEmptyValue.',
        at,
        witnessRequest({ parameters: new Map([[key, '']]) }, `${what} is empty`),
      );
    if (!isOutgoing) addFallback(what, was, is, { parameters: leftOut }, at);
    if (!was.isDeprecated && is.isDeprecated)
      addCompatible('parameter-deprecated', `${what} is deprecated`, at);
    addValues(
      what,
      true,
      { old: was.schemaPointer, new: is.schemaPointer },
      [...was.known, ...is.known],
      was.mediaType === undefined,
      ({ value, reason }, provenBy) =>
        witnessRequest({ parameters: new Map([[key, value]]) }, reason, provenBy),
    );
  }

  /** A default applies to requests that omit the value. Adding one where none was documented breaks no promise. */
  function addFallback(
    what: string,
    was: ApiParameter,
    is: ApiParameter,
    change: RequestChange,
    at: { old: string; new: string },
  ): void {
    if (isSame(was.fallback, is.fallback) || was.isRequired) return;
    const [from, to] = [was.fallback, is.fallback].map((value) =>
      value === undefined ? 'none' : JSON.stringify(value),
    );
    const severity = was.fallback === undefined ? 'compatible' : 'breaking';
    const witness = witnessRequest(change, `without it, the value was ${from} and is now ${to}`);
    add(
      severity,
      'default-changed',
      `${is.schemaPointer ?? is.pointer}/default`,
      `the default of ${what} changed from ${from} to ${to}`,
      'Keep the default; clients that omit it get a different result.',
      { ...at, ...(severity === 'breaking' && { witness }) },
    );
  }
}
