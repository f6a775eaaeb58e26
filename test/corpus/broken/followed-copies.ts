import type { Entry } from '../entry.ts';
import type { Deviation } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

interface Tie {
  readonly follower: string;
  readonly followed: string;
  readonly isNamed: boolean;
}

/** A copy, or its original, shows the values of the other until it is updated itself. */
const followUntilTouched =
  (
    toTie: (tie: { copy: string; original: string; isNamed: boolean }) => Tie,
    show: (follower: SiteRecord, followed: SiteRecord, tie: Tie) => SiteRecord,
  ): Deviation =>
  (service) => {
    const ties = new Map<string, Tie>();
    const { duplicateSite, updateSite } = service.operations;
    const { findSite, replaceSite } = service.store;
    service.operations.duplicateSite = async (exchange) => {
      const body = await duplicateSite(exchange);
      const isNamed = exchange.input.name !== undefined;
      const original = exchange.resourceId.toLowerCase();
      const tie = toTie({ copy: String(body['id']).toLowerCase(), original, isNamed });
      ties.set(tie.follower, tie);
      return body;
    };
    service.operations.updateSite = async (exchange) => {
      const isTouching = Object.keys(Object(exchange.body)).length > 0;
      if (isTouching) ties.delete(exchange.resourceId.toLowerCase());
      const body = await updateSite(exchange);
      if (!isTouching) return body;
      const followed = findSite(exchange.resourceId);
      for (const tie of ties.values()) {
        const follower = findSite(tie.follower);
        if (followed && follower && tie.followed === followed.id.toLowerCase())
          replaceSite(show(follower, followed, tie));
      }
      return body;
    };
  };

type Ends = { copy: string; original: string; isNamed: boolean };
const copyFollows = ({ copy, original, isNamed }: Ends): Tie => ({
  follower: copy,
  followed: original,
  isNamed,
});
const originalFollows = ({ copy, original, isNamed }: Ends): Tie => ({
  follower: original,
  followed: copy,
  isNamed,
});

export const followedCopies: readonly Entry[] = [
  {
    id: 'copies/host-follows-original',
    title: 'A copy shows the host that its original has, until the copy is updated.',
    deviate: followUntilTouched(copyFollows, (copy, { hostUrl }) => ({ ...copy, hostUrl })),
  },
  {
    id: 'copies/unnamed-copy-follows-name',
    title: 'A copy without a name of its own is renamed with its original, until it is updated.',
    deviate: followUntilTouched(copyFollows, (copy, { name }, { isNamed }) =>
      isNamed ? copy : { ...copy, name: `Copy of ${name}` },
    ),
  },
  {
    id: 'copies/original-shows-host-of-copy',
    title: 'An original shows the host that its copy was given, until the original is updated.',
    deviate: followUntilTouched(originalFollows, (original, { hostUrl }) => ({
      ...original,
      hostUrl,
    })),
  },
  {
    id: 'copies/original-shows-name-of-copy',
    title: 'An original shows the name that its copy was given later, until it is updated itself.',
    deviate: followUntilTouched(originalFollows, (original, { name }) => ({ ...original, name })),
  },
  {
    id: 'copies/of-a-cached-original',
    title: 'A copy gets the host that its original had when it was first copied.',
    deviate: (service) => {
      const cache = new Map<string, SiteRecord>();
      const { duplicateSite } = service.operations;
      const { findSite } = service.store;
      service.operations.duplicateSite = async (exchange) => {
        const key = exchange.resourceId.toLowerCase();
        const site = cache.get(key) ?? findSite(exchange.resourceId);
        if (site !== undefined) cache.set(key, site);
        const body = await duplicateSite(exchange);
        const copy = findSite(String(body['id']));
        if (copy === undefined || site === undefined) return body;
        service.store.replaceSite({ ...copy, hostUrl: site.hostUrl });
        return service.represent.site({ ...copy, hostUrl: site.hostUrl }, exchange);
      };
    },
  },
];
