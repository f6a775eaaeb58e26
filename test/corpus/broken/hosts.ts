import { changeInput, changeText } from '../deviations/inputs.ts';
import { changeListed } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';

type Change = (hostUrl: string) => string | undefined;

const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['ignored', 'is not kept', () => undefined],
  ['port-lost', 'loses its port', (host) => host.replace(/:\d+$/, '')],
  ['www-lost', 'loses a leading www', (host) => host.replace('://www.', '://')],
  ['www-added', 'gains a leading www', (host) => host.replace('://', '://www.')],
  ['upgraded-to-https', 'turns from http into https', (host) => host.replace('http:', 'https:')],
  ['downgraded-to-http', 'turns from https into http', (host) => host.replace('https:', 'http:')],
  ['first-label-lost', 'loses its first label', (host) => host.replace(/:\/\/[^.:]+\./, '://')],
  ['dashes-lost', 'loses its dashes', (host) => host.replaceAll('-', '')],
  ['cut-at-30', 'is cut at 30 characters', (host) => host.slice(0, 30)],
];

export const hosts: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `hosts/${fault}`,
    title: `The host of a site ${what}.`,
    deviate: changeInput(['createSite', 'updateSite'], (input) =>
      input.hostUrl === undefined ? input : { ...input, hostUrl: change(input.hostUrl) },
    ),
  })),
  {
    id: 'hosts/create-ignored',
    title: 'The host given at creation is not kept.',
    deviate: changeInput(['createSite'], (input) => ({ ...input, hostUrl: undefined })),
  },
  {
    id: 'hosts/update-ignored',
    title: 'The host given in an update is not kept.',
    deviate: changeInput(['updateSite'], (input) => ({ ...input, hostUrl: undefined })),
  },
  {
    id: 'hosts/update-port-lost',
    title: 'The host given in an update loses its port.',
    deviate: changeText(['updateSite'], 'hostUrl', (host) => host.replace(/:\d+$/, '')),
  },
  {
    id: 'hosts/listed-as-null',
    title: 'The list has null for every host.',
    deviate: changeListed((site) => ({ ...site, hostUrl: null })),
  },
  {
    id: 'hosts/listed-as-first',
    title: 'The list has the host of the first site for all that have one.',
    deviate: (service) => {
      let first: unknown;
      changeListed((site, { index }) => {
        if (index === 0) first = undefined;
        first ??= site['hostUrl'];
        return { ...site, hostUrl: site['hostUrl'] === null ? null : first };
      })(service);
    },
  },
  {
    id: 'hosts/of-previous-create',
    title: 'A site that is created without a host gets the host of the one before.',
    deviate: (service) => {
      let previous: string | undefined;
      changeInput(['createSite'], (input) => {
        previous = input.hostUrl ?? previous;
        return { ...input, hostUrl: previous };
      })(service);
    },
  },
  {
    id: 'hosts/swapped-with-name',
    title: 'The list has the host of a site as its name.',
    deviate: changeListed((site) => ({ ...site, name: site['hostUrl'] ?? site['name'] })),
  },
  {
    id: 'hosts/lost-with-locale',
    title: 'The host is lost when a locale is given too.',
    deviate: changeInput(['createSite'], (input) =>
      input.locale === undefined ? input : { ...input, hostUrl: undefined },
    ),
  },
];
