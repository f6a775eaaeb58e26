import type { Deviation, Service } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** Creates sites in both workspaces before the first request. */
export const prefill =
  (count: number, write: (index: number) => Pick<SiteRecord, 'name' | 'hostUrl'>): Deviation =>
  (service) => {
    for (const workspaceId of service.workspaceIds) {
      for (let index = 0; index < count; index += 1) addSite(service, workspaceId, write(index));
    }
  };

export function addSite(
  service: Service,
  workspaceId: string,
  content: Pick<SiteRecord, 'name' | 'hostUrl'>,
): SiteRecord {
  const site: SiteRecord = {
    ...content,
    id: service.newIdentifier('site'),
    workspaceId,
    locale: undefined,
    apiKey: service.newIdentifier('apiKey'),
  };
  service.store.insertSite(site);
  return site;
}

interface WriterOptions {
  readonly perSecond: number;
  /** The writes of the other clients, in rotation. */
  readonly actions: readonly ('create' | 'rename' | 'host' | 'remove')[];
  readonly workspaces?: 'first' | 'both';
}

/** Lets other clients write during the run; they change only their own records. */
export const otherWriters =
  ({ perSecond, actions, workspaces = 'both' }: WriterOptions): Deviation =>
  (service) => {
    const own: string[] = [];
    let turn = 0;
    const act = (): void => {
      const action = actions[turn % actions.length];
      const workspaceId = service.workspaceIds[workspaces === 'both' ? turn % 2 : 0];
      turn += 1;
      const site = service.store.findSite(own[(turn * 7) % Math.max(1, own.length)] ?? '');
      if (action === 'create' || !site) {
        const added = addSite(service, workspaceId ?? '', {
          name: `Theirs ${turn}`,
          hostUrl: null,
        });
        own.push(added.id);
      } else if (action === 'remove') {
        service.store.removeSite(site.id);
        own.splice(own.indexOf(site.id), 1);
      } else if (action === 'rename') {
        service.store.replaceSite({ ...site, name: `Theirs ${turn} renamed` });
      } else {
        service.store.replaceSite({ ...site, hostUrl: `https://theirs-${turn}.example.org` });
      }
    };
    service.background.push(() => {
      // The resolution of timers: at high rates, several writes share one tick.
      const tick = Math.max(5, 1000 / perSecond);
      const timer = setInterval(() => {
        for (let done = 0; done < (perSecond * tick) / 1000; done += 1) act();
      }, tick);
      timer.unref();
      return () => clearInterval(timer);
    });
  };
