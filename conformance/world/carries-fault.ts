import type { Contract, Operation } from '../../contract/index.ts';
import { isJson } from '../../contract/media-types.ts';
import { formType } from '../../contract/parameters/form.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { InvalidValue } from '../../contract/values/index.ts';
import { findInner } from '../../contract/values-at.ts';

/** Whether the body of an operation can be sent with one fault. */
export function carriesFaults({ requestBody }: Operation): boolean {
  return requestBody !== undefined && (isJson(requestBody.mediaType) || isForm(requestBody));
}

const isForm = ({ mediaType }: { mediaType: string }): boolean => mediaType === formType;

/** Whether a body still has its fault in the media type of its operation: in a form, everything is text, and there is no null. */
export function carriesFault(
  { document }: Pick<Contract, 'document'>,
  { requestBody }: Operation,
  { pointer, keyword, value }: InvalidValue,
): boolean {
  if (requestBody === undefined || isJson(requestBody.mediaType)) return requestBody !== undefined;
  if (!isForm(requestBody) || pointer === '') return false;
  const types = [findInner(document, requestBody.schema, pointer)?.type].flat();
  // A text in place of an object or a list is another form of it, and one that is missing is an empty one.
  const isPlain = !types.includes('object') && !types.includes('array');
  if (keyword === 'required') return isPlain;
  const part = readAt(value, pointer);
  // An empty text often counts as left out.
  if ((typeof part !== 'string' && typeof part !== 'number') || part === '') return false;
  const isWrongType = typeof part === 'string' || part === 1.5;
  return isPlain && (keyword !== 'type' || isWrongType);
}
