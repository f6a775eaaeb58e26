import { together } from '../deviations/rules.ts';
import { alsoServe, spellings } from '../deviations/spelling.ts';
import { pause } from '../deviations/traffic.ts';
import type { Entry } from '../entry.ts';
import type { Body } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

/** Updates of one record are slow, and run one after the other. */
const updateInTurn =
  (operationId: 'updateSite' | 'updateRoute', milliseconds: number): Deviation =>
  (service) => {
    const turns = new Map<string, Promise<unknown>>();
    const plain = service.operations[operationId];
    service.operations[operationId] = (exchange) => {
      const id = exchange.resourceId.toLowerCase();
      const before = turns.get(id) ?? Promise.resolve();
      const act = async () => {
        await pause(milliseconds);
        return plain(exchange);
      };
      const turn = before.then(act, act);
      turns.set(id, turn);
      return turn;
    };
  };

/** A list response is cached for a moment, even if there are writes. */
const keepLists =
  (milliseconds: number): Deviation =>
  (service) => {
    const kept = new Map<string, { body: Body; until: number }>();
    const plain = service.operations.listSites;
    service.operations.listSites = async (exchange) => {
      const key = JSON.stringify([exchange.resourceId.toLowerCase(), exchange.query]);
      const found = kept.get(key);
      if (found !== undefined && Date.now() < found.until) return found.body;
      const body = await plain(exchange);
      kept.set(key, { body, until: Date.now() + milliseconds });
      return body;
    };
  };

/** Lawful targets that are similar to faults that are hard to detect. */
export const neighbours: readonly Entry[] = [
  {
    id: 'choices/any-spelling-served',
    title:
      'Paths are served with escapes, doubled and trailing slashes and capitals, with the key.',
    deviate: alsoServe(...Object.values(spellings)),
  },
  {
    id: 'choices/trailing-slash-served',
    title: 'Paths are served with a slash at their end, with the key.',
    deviate: alsoServe(spellings.trailingSlash),
  },
  {
    id: 'traffic/updates-in-turn',
    title: 'Updates of one record are carried out one after the other, 5 ms each.',
    deviate: together(updateInTurn('updateSite', 5), updateInTurn('updateRoute', 5)),
  },
  {
    id: 'traffic/list-kept-for-half-a-second',
    title: 'A list that was answered is returned again for half a second, whatever is written.',
    deviate: keepLists(500),
  },
];
