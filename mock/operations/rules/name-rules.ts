import type { AssumptionValues } from '../../../contract/index.ts';
import type { TextRule } from './text-rule.ts';

const notBlank: TextRule = (text) =>
  text.trim() === '' ? 'must have a character that is not white space' : undefined;

export const nameForms: Record<AssumptionValues['name-form'], TextRule | undefined> = {
  any: undefined,
  'not-blank': notBlank,
  plain: (text) =>
    notBlank(text) ??
    (/^[A-Za-z0-9 -]*$/.test(text)
      ? undefined
      : 'must have nothing but letters, digits, spaces and hyphens of ASCII'),
};

/** Counts characters as JSON Schema does for `maxLength`: by code points. */
export function createNameLengthRule(
  maximum: AssumptionValues['name-max-length'],
): TextRule | undefined {
  if (maximum === null) return undefined;
  return (text) =>
    text.length > maximum && [...text].length > maximum
      ? `must have no more than ${maximum} characters`
      : undefined;
}
