import { JSONPathError, type JSONValue, jsonpath } from 'json-p3';
import { DocumentError } from './errors.ts';
import { matchNearest } from './match-nearest.ts';
import { isRecord, readAt } from './resolve-reference.ts';

interface OverlayAction {
  /** A JSONPath (RFC 9535). */
  target: string;
  update?: unknown;
  remove?: boolean;
}

interface JsonObject {
  [key: string]: JSONValue;
}

/** The keys from the root of the document to a value. */
type Location = readonly (string | number)[];

/**
 * Applies an OpenAPI Overlay (1.0 and 1.1, without `copy`) to a copy of a document. Merges objects, appends to arrays, and
 * replaces other values. Unlike the specification, a target without a match is an error, because such an overlay is probably
 * a mistake.
 * @param file the overlay's file, for messages
 * @param check called after each action with the result and the place of the action, to reject invalid results
 * @throws DocumentError with file, action and target
 */
export function applyOverlay(
  document: Readonly<Record<string, unknown>>,
  overlay: unknown,
  file: string,
  check: (changed: Record<string, unknown>, origin: string) => void,
): Record<string, unknown> {
  const changed: JsonObject = JSON.parse(JSON.stringify(document));
  for (const [index, action] of readOverlayActions(overlay, file).entries()) {
    const origin = `${file}: actions[${index}]`;
    applyAction(changed, readAction(action, origin), origin);
    check(changed, origin);
  }
  return changed;
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

function readAction(action: unknown, origin: string): OverlayAction {
  const { target, update, remove } = isRecord(action) ? action : {};
  const isComplete =
    typeof remove === 'boolean' ? remove || update !== undefined : update !== undefined;
  if (typeof target !== 'string' || !isComplete)
    throw new DocumentError(`${origin} needs a target (a JSONPath), and update or remove: true`);
  return { target, update, remove: remove === true };
}

function applyAction(document: JsonObject, action: OverlayAction, origin: string): void {
  const locations = findTargets(document, action.target, origin);
  if (action.remove) removeTargets(document, locations, origin);
  else for (const location of locations) updateTarget(document, location, action, origin);
}

function updateTarget(
  document: JsonObject,
  location: Location,
  { target, update }: OverlayAction,
  origin: string,
): void {
  // Each target gets a copy, so that a later action changes only the one that it names.
  const copy: unknown = structuredClone(update);
  const key = location.at(-1);
  // The lines of an update can all be comments.
  if (update === null && isRecord(readAt(document, location))) return;
  if (key === undefined) {
    merge(document, copy, `${origin}: ${target}`);
    return;
  }
  const owner = readAt(document, location.slice(0, -1));
  if (typeof owner !== 'object' || owner === null) return;
  const selected = readAt(owner, [key]);
  const addition = Array.isArray(selected) ? [copy].flat() : copy;
  define(owner, key, merge(selected, addition, `${origin}: ${target}`));
}

/** Finds the owners of all targets before it removes any, because that changes the positions of other list items. */
function removeTargets(document: JsonObject, locations: readonly Location[], origin: string): void {
  const keysByOwner = new Map<object, Set<string | number>>();
  for (const location of locations) {
    const key = location.at(-1);
    if (key === undefined)
      throw new DocumentError(`${origin}: the whole document cannot be removed`);
    const owner = readAt(document, location.slice(0, -1));
    if (typeof owner !== 'object' || owner === null) continue;
    const keys = keysByOwner.get(owner) ?? new Set();
    keysByOwner.set(owner, keys.add(key));
  }
  for (const [owner, keys] of keysByOwner) {
    if (Array.isArray(owner)) removeItems(owner, keys);
    else for (const key of keys) Reflect.deleteProperty(owner, key);
  }
}

function removeItems(list: unknown[], positions: ReadonlySet<string | number>): void {
  let length = 0;
  for (const [position, item] of list.entries()) {
    if (positions.has(position)) continue;
    list[length] = item;
    length += 1;
  }
  list.length = length;
}

/** The places that a JSONPath selects. It may select a place more than once (RFC 9535, section 2.5.1.2). */
function findTargets(document: JsonObject, target: string, origin: string): Location[] {
  const locations = new Map<string, Location>();
  try {
    for (const { location } of jsonpath.query(target, document).nodes)
      locations.set(JSON.stringify(location), location);
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    throw new DocumentError(`${origin}.target: ${target} is not a JSONPath: ${error.message}`);
  }
  if (locations.size > 0) return [...locations.values()];
  const assumption = /x-assumptions\W+([\w-]+)/.exec(target)?.[1] ?? '';
  const nearest = matchNearest(assumption, Object.keys(Object(document['x-assumptions'])));
  const hint =
    assumption === '' || nearest === undefined || nearest === assumption
      ? ''
      : `; did you mean the assumption "${nearest}"?`;
  throw new DocumentError(`${origin}.target: ${target} matches nothing in the document${hint}`);
}

/** Merges objects in place; other values are returned. */
function merge(target: unknown, update: unknown, origin: string): unknown {
  if (target === undefined) return update;
  if (isRecord(target) && isRecord(update)) {
    for (const [key, value] of Object.entries(update))
      define(target, key, merge(readAt(target, [key]), value, `${origin}/${key}`));
    return target;
  }
  if (Array.isArray(target) && Array.isArray(update)) return [...target, ...update];
  if (Object(target) !== target && Object(update) !== update) return update;
  throw new DocumentError(
    `${origin}: ${nameValue(update)} cannot be merged into ${nameValue(target)}`,
  );
}

/** Sets an own property, even for a key such as `__proto__`. */
function define(owner: object, key: string | number, value: unknown): void {
  const flags = { enumerable: true, writable: true, configurable: true };
  Object.defineProperty(owner, key, { value, ...flags });
}

function nameValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isRecord(value) ? 'an object' : JSON.stringify(value);
}
