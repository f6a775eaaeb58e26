import { JSONPathError, jsonpath } from 'json-p3';
import { DocumentError } from './errors.ts';
import { matchNearest } from './match-nearest.ts';
import { isRecord, readAt } from './resolve-reference.ts';

interface OverlayAction {
  /** A JSONPath (RFC 9535). */
  target: string;
  update?: unknown;
  remove?: boolean;
}

/**
 * Applies an OpenAPI Overlay (1.0 and 1.1, without `copy`) to a document, in place. Merges objects, appends to arrays, and
 * replaces other values. Unlike the specification, a target without a match is an error, because such an overlay is probably
 * a mistake.
 * @param file the overlay's file, for messages
 * @param check called after each action with its place, to reject invalid results
 * @throws DocumentError with file, action and target
 */
export function applyOverlay(
  document: Record<string, unknown>,
  overlay: unknown,
  file: string,
  check: (place: string) => void,
): void {
  for (const [at, action] of readOverlayActions(overlay, file).entries()) {
    const place = `${file}: actions[${at}]`;
    applyAction(document, readAction(action, place), place);
    check(place);
  }
}

function readOverlayActions(overlay: unknown, file: string): unknown[] {
  const { overlay: version, actions } = isRecord(overlay) ? overlay : {};
  if (typeof version !== 'string')
    throw new DocumentError(`${file}: not an OpenAPI Overlay, which starts with "overlay: 1.0.0"`);
  if (!/^1\.[01]\./.test(version))
    throw new DocumentError(`${file}: overlay ${version} is not supported; use 1.0.0`);
  if (!Array.isArray(actions)) throw new DocumentError(`${file}: actions must be a list`);
  return actions;
}

function readAction(action: unknown, place: string): OverlayAction {
  const { target, update, remove } = isRecord(action) ? action : {};
  const isComplete =
    typeof remove === 'boolean' ? remove || update !== undefined : update !== undefined;
  if (typeof target !== 'string' || !isComplete)
    throw new DocumentError(`${place} needs a target (a JSONPath), and update or remove: true`);
  return { target, update, remove: remove === true };
}

function applyAction(
  document: Record<string, unknown>,
  { target, update, remove }: OverlayAction,
  place: string,
): void {
  // From the end, so that the positions of remaining list items stay valid.
  for (const location of findTargets(document, target, place).reverse()) {
    const owner = readAt(document, location.slice(0, -1));
    const key = location.at(-1);
    if (key === undefined) {
      if (remove) throw new DocumentError(`${place}: the whole document cannot be removed`);
      merge(document, update, `${place}: ${target}`);
    } else if (typeof owner === 'object' && owner !== null) {
      if (!remove) {
        const selected = readAt(owner, [key]);
        const isList = Array.isArray(selected);
        define(
          owner,
          key,
          merge(selected, isList ? [update].flat() : update, `${place}: ${target}`),
        );
      } else if (Array.isArray(owner)) owner.splice(Number(key), 1);
      else Reflect.deleteProperty(owner, key);
    }
  }
}

/** The places that a JSONPath selects, as lists of keys from the root. */
function findTargets(
  document: Record<string, unknown>,
  target: string,
  place: string,
): (string | number)[][] {
  try {
    const { nodes } = jsonpath.query(target, JSON.parse(JSON.stringify(document)));
    if (nodes.length > 0) return nodes.map(({ location }) => [...location]);
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    throw new DocumentError(`${place}.target: ${target} is not a JSONPath: ${error.message}`);
  }
  const assumption = /x-assumptions\W+([\w-]+)/.exec(target)?.[1] ?? '';
  const nearest = matchNearest(assumption, Object.keys(Object(document['x-assumptions'])));
  const hint =
    assumption === '' || nearest === undefined || nearest === assumption
      ? ''
      : `; did you mean the assumption "${nearest}"?`;
  throw new DocumentError(`${place}.target: ${target} matches nothing in the document${hint}`);
}

/** Merges objects in place; other values are returned. */
function merge(target: unknown, update: unknown, place: string): unknown {
  if (target === undefined) return update;
  if (isRecord(target) && isRecord(update)) {
    for (const [key, value] of Object.entries(update))
      define(target, key, merge(readAt(target, [key]), value, `${place}/${key}`));
    return target;
  }
  if (Array.isArray(target) && Array.isArray(update)) return [...target, ...update];
  if (Object(target) !== target && Object(update) !== update) return update;
  throw new DocumentError(
    `${place}: ${describe(update)} cannot be merged into ${describe(target)}`,
  );
}

/** Sets an own property, even for a key such as `__proto__`. */
function define(owner: object, key: string | number, value: unknown): void {
  const flags = { enumerable: true, writable: true, configurable: true };
  Object.defineProperty(owner, key, { value, ...flags });
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isRecord(value) ? 'an object' : JSON.stringify(value);
}
