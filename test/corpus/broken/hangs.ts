import { hangOn } from '../deviations/traffic.ts';
import { type Entry, entries } from '../entry.ts';
import { isObject } from '../service/field-rules.ts';

/** Requests that never get a response, while others do. */
export const hangs: readonly Entry[] = entries({
  'hangs/emoji-name: A name with a character beyond the basic plane never gets a response.': hangOn(
    ({ input }) => /[\u{10000}-\u{10ffff}]/u.test(input.name ?? ''),
  ),
  'hangs/long-name: A name of more than 20,000 characters never gets a response.': hangOn(
    ({ input }) => (input.name ?? '').length > 20_000,
  ),
  'hangs/unknown-field: An update with an unknown field never gets a response.': hangOn(
    ({ operationId, body }) =>
      operationId === 'updateSite' && isObject(body) && Object.hasOwn(body, 'extra'),
  ),
  'hangs/duplications: Duplicating a site never gets a response.': hangOn(
    ({ operationId }) => operationId === 'duplicateSite',
  ),
  'hangs/first-page: A page with limit=1 never gets a response after a cursor.': hangOn(
    ({ query }) => query.limit === 1 && query.after !== undefined,
  ),
});
