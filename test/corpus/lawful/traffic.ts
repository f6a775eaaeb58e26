import { lagList } from '../deviations/lag.ts';
import { delay, limitByTokens, limitConcurrency, limitRate } from '../deviations/traffic.ts';
import { otherWriters, prefill } from '../deviations/writers.ts';
import type { Entry } from '../entry.ts';

const isWrite = (method: string): boolean => method !== 'GET';

const plainSites = (index: number) => ({ name: `Old site ${index}`, hostUrl: null });

export const traffic: readonly Entry[] = [
  {
    id: 'traffic/latency-20',
    title: 'Every response takes 20 ms.',
    deviate: delay(() => 20),
  },
  {
    id: 'traffic/latency-150',
    title: 'Every response takes up to 150 ms, no two alike.',
    deviate: delay(() => 50 + Math.random() * 100),
  },
  {
    id: 'traffic/latency-400',
    title: 'Every response takes 400 ms.',
    deviate: delay(() => 400),
  },
  {
    id: 'traffic/slow-writes',
    title: 'Writes take 300 ms, reads none.',
    deviate: delay(({ request }) => (isWrite(request.method) ? 300 : 0)),
  },
  {
    id: 'traffic/cold-start',
    title: 'The first response takes two seconds.',
    deviate: (service) => {
      let isCold = true;
      delay(() => {
        const milliseconds = isCold ? 2000 : 0;
        isCold = false;
        return milliseconds;
      })(service);
    },
  },
  {
    id: 'traffic/20-a-second',
    title: 'More than 20 requests a second get status 429 with Retry-After.',
    deviate: limitRate({ requests: 20, windowMilliseconds: 1000, retryAfter: 'seconds' }),
  },
  {
    id: 'traffic/50-a-second',
    title: 'More than 50 requests a second get status 429 with Retry-After.',
    deviate: limitRate({ requests: 50, windowMilliseconds: 1000, retryAfter: 'seconds' }),
  },
  {
    id: 'traffic/8-a-second',
    title: 'More than 8 requests a second get status 429 with Retry-After.',
    deviate: limitRate({ requests: 8, windowMilliseconds: 1000, retryAfter: 'seconds' }),
  },
  {
    id: 'traffic/60-in-three-seconds',
    title: 'More than 60 requests in three seconds get status 429 with Retry-After.',
    deviate: limitRate({ requests: 60, windowMilliseconds: 3000, retryAfter: 'seconds' }),
  },
  {
    id: 'traffic/20-a-second-date',
    title: 'More than 20 requests a second get status 429 with Retry-After as a date.',
    deviate: limitRate({ requests: 20, windowMilliseconds: 1000, retryAfter: 'date' }),
  },
  {
    id: 'traffic/20-a-second-unsaid',
    title: 'More than 20 requests a second get status 429 without Retry-After.',
    deviate: limitRate({ requests: 20, windowMilliseconds: 1000, retryAfter: 'none' }),
  },
  {
    id: 'traffic/50-a-second-saved-date',
    title: 'More than 50 requests a second, 10 at once, get status 429 with Retry-After as a date.',
    deviate: limitByTokens(50, 10),
  },
  {
    id: 'traffic/5-writes-a-second',
    title: 'More than 5 writes a second get status 429 with Retry-After.',
    deviate: limitRate({
      requests: 5,
      windowMilliseconds: 1000,
      retryAfter: 'seconds',
      counts: ({ request }) => isWrite(request.method),
    }),
  },
  {
    id: 'traffic/one-at-a-time',
    title: 'A second request at the same moment gets status 429 with Retry-After.',
    deviate: limitConcurrency(1),
  },
  {
    id: 'traffic/three-at-a-time',
    title: 'A fourth request at the same moment gets status 429 with Retry-After.',
    deviate: limitConcurrency(3),
  },
  {
    id: 'traffic/list-lags-300',
    title: 'The list lags behind all writes by 0.3 seconds.',
    deviate: lagList(() => 300),
  },
  {
    id: 'traffic/list-lags-1000',
    title: 'The list lags behind all writes by a second.',
    deviate: lagList(() => 1000),
  },
  {
    id: 'traffic/list-lags-unevenly',
    title: 'The list lags behind each write by up to a second, no two alike.',
    deviate: lagList(() => Math.random() * 1000),
  },
  {
    id: 'traffic/list-lags-behind-updates',
    title: 'The list shows what is created at once and updates after a second.',
    deviate: lagList((kind) => (kind === 'insert' ? 0 : 1000)),
  },
  {
    id: 'traffic/list-lags-behind-creations',
    title: 'The list shows updates at once and what is created after a second.',
    deviate: lagList((kind) => (kind === 'insert' ? 1000 : 0)),
  },
  {
    id: 'traffic/list-from-two-replicas',
    title: 'Lists come from two replicas in turn, of which one lags by 0.8 seconds.',
    deviate: (service) => {
      const { listedSites } = service;
      lagList(() => 800)(service);
      const lagging = service.listedSites;
      let turn = 0;
      service.listedSites = (workspaceId) => {
        turn += 1;
        return turn % 2 === 0 ? lagging(workspaceId) : listedSites(workspaceId);
      };
    },
  },
  {
    id: 'traffic/5-sites-there',
    title: 'Both workspaces already have 5 sites.',
    deviate: prefill(5, plainSites),
  },
  {
    id: 'traffic/20-sites-there',
    title: 'Both workspaces already have exactly as many sites as a page holds by default.',
    deviate: prefill(20, plainSites),
  },
  {
    id: 'traffic/500-sites-there',
    title: 'Both workspaces already have 500 sites.',
    deviate: prefill(500, plainSites),
  },
  {
    id: 'traffic/3000-sites-there',
    title: 'Both workspaces already have 3000 sites.',
    deviate: prefill(3000, plainSites),
  },
  {
    id: 'traffic/odd-sites-there',
    title: 'Both workspaces already have 60 sites whose names and hosts are odd or identical.',
    deviate: prefill(60, (index) => ({
      name:
        ['', ' ', 'Same', 'Same', '\u{1f600}\0\u2028', '<b>"', 'x'.repeat(3000)][index % 7] ?? '',
      hostUrl: index % 3 === 0 ? null : `https://old-${index % 4}.example.org:8443`,
    })),
  },
  {
    id: 'traffic/others-create-5',
    title: 'Others create 5 sites a second.',
    deviate: otherWriters({ perSecond: 5, actions: ['create'] }),
  },
  {
    id: 'traffic/others-create-50',
    title: 'Others create 50 sites a second.',
    deviate: otherWriters({ perSecond: 50, actions: ['create'] }),
  },
  {
    id: 'traffic/others-create-first',
    title: 'Others create 20 sites a second, and the list is ordered newest first.',
    deviate: (service) => {
      otherWriters({ perSecond: 20, actions: ['create'] })(service);
      service.order = (sites) => [...sites].reverse();
    },
  },
  {
    id: 'traffic/others-update-50',
    title: 'Others create and update their own sites 50 times a second.',
    deviate: otherWriters({
      perSecond: 50,
      actions: ['create', 'rename', 'host', 'rename', 'rename'],
    }),
  },
  {
    id: 'traffic/others-reorder',
    title: 'Others rename their own sites 30 times a second, and the list is ordered by name.',
    deviate: (service) => {
      prefill(30, plainSites)(service);
      otherWriters({ perSecond: 30, actions: ['create', 'rename', 'rename', 'rename'] })(service);
      service.order = (sites) =>
        [...sites].sort((a, b) => (`${a.name}${a.id}` < `${b.name}${b.id}` ? -1 : 1));
    },
  },
  {
    id: 'traffic/others-remove',
    title: 'Others create and remove their own sites 20 times a second.',
    deviate: otherWriters({ perSecond: 20, actions: ['create', 'create', 'remove'] }),
  },
];
