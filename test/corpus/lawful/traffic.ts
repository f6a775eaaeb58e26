import { lagList } from '../deviations/lists.ts';
import { otherWriters, prefill } from '../deviations/records.ts';
import {
  delay,
  limitByTokens,
  limitConcurrency,
  limitRate,
  loseEvery,
} from '../deviations/traffic.ts';
import { type Entry, entries } from '../entry.ts';

const isWrite = (method: string): boolean => method !== 'GET';

const plainSites = (index: number) => ({ name: `Old site ${index}`, hostUrl: null });

export const traffic: readonly Entry[] = entries({
  'traffic/latency-20: Every response takes 20 ms.': delay(() => 20),
  'traffic/latency-150: Every response takes up to 150 ms, no two alike.': delay(
    () => 50 + Math.random() * 100,
  ),
  'traffic/latency-400: Every response takes 400 ms.': delay(() => 400),
  'traffic/slow-writes: Writes take 300 ms, reads none.': delay(({ request }) =>
    isWrite(request.method) ? 300 : 0,
  ),
  'traffic/cold-start: The first response takes two seconds.': (service) => {
    let isCold = true;
    delay(() => {
      const milliseconds = isCold ? 2000 : 0;
      isCold = false;
      return milliseconds;
    })(service);
  },
  'traffic/every-fifteenth-lost: Every fifteenth request gets no response, whatever it is.':
    loseEvery(15),
  'traffic/20-a-second: More than 20 requests a second get status 429 with Retry-After.': limitRate(
    { requests: 20, windowMilliseconds: 1000, retryAfter: 'seconds' },
  ),
  'traffic/50-a-second: More than 50 requests a second get status 429 with Retry-After.': limitRate(
    { requests: 50, windowMilliseconds: 1000, retryAfter: 'seconds' },
  ),
  'traffic/8-a-second: More than 8 requests a second get status 429 with Retry-After.': limitRate({
    requests: 8,
    windowMilliseconds: 1000,
    retryAfter: 'seconds',
  }),
  'traffic/60-in-three-seconds: More than 60 requests in three seconds get status 429 with Retry-After.':
    limitRate({ requests: 60, windowMilliseconds: 3000, retryAfter: 'seconds' }),
  'traffic/20-a-second-date: More than 20 requests a second get status 429 with Retry-After as a date.':
    limitRate({ requests: 20, windowMilliseconds: 1000, retryAfter: 'date' }),
  'traffic/20-a-second-unsaid: More than 20 requests a second get status 429 without Retry-After.':
    limitRate({ requests: 20, windowMilliseconds: 1000, retryAfter: 'none' }),
  'traffic/50-a-second-saved-date: More than 50 requests a second, 10 at once, get status 429 with Retry-After as a date.':
    limitByTokens(50, 10),
  'traffic/5-writes-a-second: More than 5 writes a second get status 429 with Retry-After.':
    limitRate({
      requests: 5,
      windowMilliseconds: 1000,
      retryAfter: 'seconds',
      counts: ({ request }) => isWrite(request.method),
    }),
  'traffic/one-at-a-time: A second request at the same moment gets status 429 with Retry-After.':
    limitConcurrency(1),
  'traffic/three-at-a-time: A fourth request at the same moment gets status 429 with Retry-After.':
    limitConcurrency(3),
  'traffic/list-lags-300: The list lags behind all writes by 0.3 seconds.': lagList(() => 300),
  'traffic/list-lags-1000: The list lags behind all writes by a second.': lagList(() => 1000),
  'traffic/list-lags-unevenly: The list lags behind each write by up to a second, no two alike.':
    lagList(() => Math.random() * 1000),
  'traffic/list-lags-behind-updates: The list shows what is created at once and updates after a second.':
    lagList((kind) => (kind === 'insert' ? 0 : 1000)),
  'traffic/list-lags-behind-creations: The list shows updates at once and what is created after a second.':
    lagList((kind) => (kind === 'insert' ? 1000 : 0)),
  'traffic/list-from-two-replicas: Lists come from two replicas in turn, of which one lags by 0.8 seconds.':
    (service) => {
      const { listedSites } = service;
      lagList(() => 800)(service);
      const lagging = service.listedSites;
      let turn = 0;
      service.listedSites = (workspaceId) => {
        turn += 1;
        return turn % 2 === 0 ? lagging(workspaceId) : listedSites(workspaceId);
      };
    },
  'traffic/5-sites-there: Both workspaces already have 5 sites.': prefill(5, plainSites),
  'traffic/20-sites-there: Both workspaces already have exactly as many sites as a page holds by default.':
    prefill(20, plainSites),
  'traffic/500-sites-there: Both workspaces already have 500 sites.': prefill(500, plainSites),
  'traffic/3000-sites-there: Both workspaces already have 3000 sites.': prefill(3000, plainSites),
  'traffic/odd-sites-there: Both workspaces already have 60 sites whose names and hosts are odd or identical.':
    prefill(60, (index) => ({
      name:
        ['', ' ', 'Same', 'Same', '\u{1f600}\0\u2028', '<b>"', 'x'.repeat(3000)][index % 7] ?? '',
      hostUrl: index % 3 === 0 ? null : `https://old-${index % 4}.example.org:8443`,
    })),
  'traffic/others-create-5: Others create 5 sites a second.': otherWriters({
    perSecond: 5,
    actions: ['create'],
  }),
  'traffic/others-create-50: Others create 50 sites a second.': otherWriters({
    perSecond: 50,
    actions: ['create'],
  }),
  'traffic/others-create-first: Others create 20 sites a second, and the list is ordered newest first.':
    (service) => {
      otherWriters({ perSecond: 20, actions: ['create'] })(service);
      service.order = (sites) => [...sites].reverse();
    },
  'traffic/others-update-50: Others create and update their own sites 50 times a second.':
    otherWriters({
      perSecond: 50,
      actions: ['create', 'rename', 'host', 'rename', 'rename'],
    }),
  'traffic/others-reorder: Others rename their own sites 30 times a second, and the list is ordered by name.':
    (service) => {
      prefill(30, plainSites)(service);
      otherWriters({ perSecond: 30, actions: ['create', 'rename', 'rename', 'rename'] })(service);
      service.order = (sites) =>
        [...sites].sort((a, b) => (`${a.name}${a.id}` < `${b.name}${b.id}` ? -1 : 1));
    },
  'traffic/others-remove: Others create and remove their own sites 20 times a second.':
    otherWriters({ perSecond: 20, actions: ['create', 'create', 'remove'] }),
});
