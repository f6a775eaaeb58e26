import { type Model, viewNames } from './model.ts';

/** The fragment says which view is looked at, and which request: `#/requests/41`. */
export function readAddress(hash: string): Pick<Model, 'view' | 'requestId'> {
  const [name, id] = hash.replace(/^#\/?/, '').split('/');
  const view = viewNames.find((each) => each === name) ?? 'requests';
  const requestId = view === 'requests' && /^\d+$/.test(id ?? '') ? Number(id) : undefined;
  return { view, requestId };
}

export function toRequestAddress(id: number | undefined): string {
  return id === undefined ? '#/requests' : `#/requests/${id}`;
}
