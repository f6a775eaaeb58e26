/** A change of a document, and its meaning for clients of the old one. */
export interface DiffCase {
  title: string;
  /** Changes a copy of the document. */
  edit: (document: Editable) => void;
  /** Changes the old document. */
  before?: (document: Editable) => void;
}

/** A document that tests change. An unknown path is an error in the test. */
export interface Editable {
  /** Returns the object or list at a path. */
  at(...path: (string | number)[]): Record<string, unknown>;
  list(...path: (string | number)[]): unknown[];
  set(path: readonly (string | number)[], value: unknown): void;
  remove(...path: (string | number)[]): void;
}

export function toEditable(root: unknown): Editable {
  const find = (path: readonly (string | number)[]): unknown =>
    path.reduce<unknown>((value, key) => {
      const next: unknown = Reflect.get(Object(value), key);
      if (next === undefined) throw new Error(`no value at ${path.join(' > ')} (${key})`);
      return next;
    }, root);
  const split = (path: readonly (string | number)[]): [object, string | number] => {
    const key = path.at(-1);
    if (key === undefined) throw new Error('a path requires at least one key');
    return [Object(find(path.slice(0, -1))), key];
  };
  return {
    at: (...path) => find(path) as Record<string, unknown>,
    list: (...path) => find(path) as unknown[],
    set: (path, value) => {
      const [parent, key] = split(path);
      Reflect.set(parent, key, value);
    },
    remove: (...path) => {
      const [parent, key] = split(path);
      find(path);
      Reflect.deleteProperty(parent, key);
    },
  };
}

/** A place as the keys that lead to it. */
export type Path = readonly (string | number)[];

export const set = (title: string, path: Path, value: unknown): DiffCase => ({
  title,
  edit: (document) => document.set(path, value),
});
export const remove = (title: string, path: Path): DiffCase => ({
  title,
  edit: (document) => document.remove(...path),
});
export const edit = (title: string, change: (document: Editable) => void): DiffCase => ({
  title,
  edit: change,
});
/** Sets keywords of a schema. */
export const add = (title: string, path: Path, keywords: object): DiffCase => ({
  title,
  edit: (document) => {
    for (const [key, value] of Object.entries(keywords)) document.set([...path, key], value);
  },
});
/** Moves a part of a document. */
export const move = (document: Editable, from: Path, to: Path): void => {
  document.set(to, document.at(...from));
  document.remove(...from);
};

/** Places in the contract of the service that several groups of cases change. */
export const schemas = ['components', 'schemas'];
export const parameters = ['components', 'parameters'];
export const json = ['content', 'application/json'];
export const sites = ['paths', '/v1/workspaces/{workspaceId}/sites'];
export const site = ['paths', '/v1/sites/{siteId}'];
export const route = ['paths', '/v1/routes/{routeId}', 'patch'];
export const hooks = ['paths', '/v1/workspaces/{workspaceId}/webhooks', 'post'];
export const limit = [...sites, 'get', 'parameters', 0];
export const after = [...sites, 'get', 'parameters', 1];
export const creation = [...schemas, 'SiteCreation'];
export const text = { type: 'string' };
