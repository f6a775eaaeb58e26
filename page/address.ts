import { type Model, viewNames } from './model.ts';

/**
 * The base URL of the service, which is beside the page. The mock knows it less well: a proxy may give both another
 * scheme, host and prefix.
 */
export function toBaseUrl({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string {
  return origin + pathname.replace(/\/__mock\/.*$/, '');
}

/** The fragment says which view is looked at, and what of it: `#/requests/41`, `#/data/<id of a site>`. */
export function readAddress(hash: string): Pick<Model, 'view' | 'requestId' | 'dataPlace'> {
  const [name, id, ...more] = hash.replace(/^#\/?/, '').split('/');
  const view = viewNames.find((each) => each === name) ?? 'requests';
  const requestId = view === 'requests' && /^\d+$/.test(id ?? '') ? Number(id) : undefined;
  return { view, requestId, dataPlace: view === 'data' ? [id ?? '', ...more].join('/') : '' };
}

export function toRequestAddress(id: number | undefined): string {
  return id === undefined ? '#/requests' : `#/requests/${id}`;
}

/** @param place the id of a site or webhook, or `<id of a workspace>/sites` for one that is added */
export function toDataAddress(place = ''): string {
  return place === '' ? '#/data' : `#/data/${place}`;
}
