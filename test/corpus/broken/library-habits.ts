import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';

/** Unexpected behaviour of parsers, databases and validators that services use. */
export const libraryHabits: readonly Entry[] = [
  {
    id: 'limits/most-refused-behind-a-cursor',
    title: 'A limit of 100 is refused together with a cursor.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        if (query.after !== undefined && query.limit === 100)
          throw new Refusal('bad-query', 'limit is 0 to 99');
        return paginate(sites, query, exchange);
      };
    },
  },
];
