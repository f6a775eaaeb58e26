import { crashOn, leakOn } from '../deviations/crashing.ts';
import type { Entry } from '../entry.ts';
import { ask, list, updateRoute, updateSite } from '../probe/ask.ts';
import { isObject } from '../service/field-rules.ts';

const isLongerThan = (text: string | undefined, length: number): boolean =>
  text !== undefined && text.length > length;

/** Crashes after all validation, which only show with an existing record. */
export const crashesOnRecords: readonly Entry[] = [
  {
    id: 'crashes/other-media-type',
    title: 'A body with a media type other than JSON gets status 500.',
    deviate: crashOn(
      ({ request }) =>
        request.bytes.length > 0 && !/json/.test(request.headers['content-type'] ?? ''),
    ),
    proof: ask([
      'PATCH',
      ({ site }) => site,
      { body: { name: 'B' }, headers: { 'content-type': 'text/plain' } },
    ]),
  },
  ...(['createSite', 'updateSite', 'updateRoute'] as const).map((operationId) => ({
    id: `crashes/unknown-field-${operationId}`,
    title: `An unknown field gets status 500 in ${operationId}.`,
    deviate: crashOn(
      ({ operationId: asked, body }, { fieldRules }) =>
        asked === operationId &&
        isObject(body) &&
        Object.keys(body).some((name) => !Object.hasOwn(fieldRules[operationId], name)),
    ),
    proof: ask(
      operationId === 'createSite'
        ? ['POST', list(''), { body: { name: 'B', extra: 1 } }]
        : operationId === 'updateSite'
          ? updateSite({ name: 'B', extra: 1 })
          : updateRoute({ pathname: '/b', extra: 1 }),
    ),
  })),
  {
    id: 'crashes/refusals-use-up-connections',
    title:
      'Each invalid body keeps one of 200 connections, and without one each request gets status 500.',
    deviate: leakOn('invalid', 200),
    proof: ask(...Array.from({ length: 201 }, () => updateSite({ name: 1 }))),
  },
  {
    id: 'crashes/very-long-name',
    title: 'A name of more than 20,000 characters gets status 500.',
    deviate: crashOn(({ input }) => isLongerThan(input.name, 20_000)),
    proof: ask(updateSite({ name: 'x'.repeat(20_001) })),
  },
  {
    id: 'crashes/very-long-pathname',
    title: 'A pathname of more than 2,000 characters gets status 500.',
    deviate: crashOn(({ input }) => isLongerThan(input.pathname, 2000)),
    proof: ask(updateRoute({ pathname: `/${'x'.repeat(2000)}` })),
  },
  {
    id: 'crashes/many-variants',
    title: 'A route with 200 variants gets status 500.',
    deviate: crashOn(({ input }) => (input.localizedVariants?.length ?? 0) >= 200),
    proof: ask(
      updateRoute({
        localizedVariants: Array.from({ length: 200 }, (_, at) => ({
          locale: 'de-DE',
          pathname: `/${at}`,
        })),
      }),
    ),
  },
  {
    id: 'crashes/half-a-surrogate-pair',
    title: 'Half a surrogate pair in a name gets status 500.',
    deviate: crashOn(({ input }) => /[\ud800-\udbff](?![\udc00-\udfff])/.test(input.name ?? '')),
    proof: ask(updateSite({ name: 'B\ud800' })),
  },
];
