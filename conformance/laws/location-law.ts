import { parseUrl } from '../../contract/parse-url.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import { readIds, toId } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import { describeStatus } from './describe-status.ts';
import type { Law } from './law.ts';

export const locationLeads: Law = {
  slug: 'location-leads-to-it',
  sentence: ({ noun }) => `The Location of a new ${noun} leads to it.`,
  needs: [['create'], ['read']],
  blames: ['create'],
  applies: ({ find }) => find('read') !== undefined,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const sent = handle.creation?.sent;
    const location = sent?.reply?.headers['location'];
    if (sent === undefined || location === undefined)
      throw new Inconclusive('the response has no Location');
    const path = toPathBelow(world.target.baseUrl, sent.request.path, location);
    // Behind a gateway, a service may not know its own address.
    if (path === undefined) throw new Inconclusive('the Location is on another host');
    const { credential, headers } = sent.request;
    const read = scope.step('read');
    const request = { method: 'GET', path, headers, credential, body: undefined };
    await world.lag.settle();
    const reading = await world.target.send(request);
    world.record({ operation: read.operation, sent: reading, isValid: true, check });
    const item = readAt(reading.reply?.json, read.role.responseItem ?? '');
    const isIt = isDone(reading) && readIds(resource, [item]).includes(toId(handle));
    if (isIt || reading.reply === undefined) return;
    scope.fail({
      message: 'the Location does not lead to the new record',
      expected: `${resource.name} ${toId(handle)}`,
      received: isDone(reading) ? 'another body' : describeStatus(reading),
      exchange: world.show(reading),
      write: world.show(sent),
    });
  },
};

/** A Location as a path below the base URL. Undefined if it is outside. */
function toPathBelow(baseUrl: string, path: string, location: string): string | undefined {
  const target = parseUrl(location, `${baseUrl}${path}`);
  if (target === undefined) return undefined;
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const isBelow = target.origin === base.origin && target.pathname.startsWith(`${prefix}/`);
  return isBelow ? `${target.pathname.slice(prefix.length)}${target.search}` : undefined;
}
