import { JSONPathError, jsonpath } from 'json-p3';
import { DocumentError } from './errors.ts';
import { matchNearest } from './match-nearest.ts';
import { isRecord, readAt } from './resolve-reference.ts';

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
  readOverlayActions(overlay, file).forEach((action, at) => {
    const place = `${file}: actions[${at}]`;
    applyAction(document, action, place);
    check(place);
  });
}

function applyAction(
  document: Record<string, unknown>,
  { target, update, remove }: OverlayAction,
  place: string,
): void {
  const locations = matchTarget(document, target, place);
  if (remove !== true) {
    for (const location of locations) updateAt(document, location, update, `${place}: ${target}`);
    return;
  }
  // From the end, so that the remaining positions stay valid.
  for (const location of locations.reverse()) removeAt(document, location, `${place}: ${target}`);
}

/** The places that a JSONPath (RFC 9535) selects, as lists of keys from the root. */
function matchTarget(
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
  throw new DocumentError(
    `${place}.target: ${target} matches nothing in the document${suggestAssumption(document, target)}`,
  );
}

function suggestAssumption(document: Record<string, unknown>, target: string): string {
  const named = /^\$(?:\['x-assumptions'\]|\["x-assumptions"\]|\.x-assumptions)\W+([\w-]+)/.exec(
    target,
  )?.[1];
  const assumptions = document['x-assumptions'];
  if (named === undefined || !isRecord(assumptions) || named in assumptions) return '';
  const nearest = matchNearest(named, Object.keys(assumptions));
  return nearest === undefined
    ? `; unknown assumption "${named}"`
    : `; did you mean the assumption "${nearest}"?`;
}

function updateAt(
  document: Record<string, unknown>,
  location: readonly (string | number)[],
  update: unknown,
  place: string,
): void {
  const selected = readAt(document, location);
  if (Array.isArray(selected)) {
    selected.push(...(Array.isArray(update) ? update : [update]));
    return;
  }
  const merged = merge(selected, update, place);
  if (location.length > 0) setAt(document, location, merged);
}

/** Merges objects in place. */
function merge(target: unknown, update: unknown, place: string): unknown {
  if (target === undefined) return update;
  if (isRecord(target) && isRecord(update)) {
    for (const [key, value] of Object.entries(update)) {
      const own = Object.hasOwn(target, key) ? target[key] : undefined;
      define(target, key, merge(own, value, `${place}/${key}`));
    }
    return target;
  }
  if (Array.isArray(target) && Array.isArray(update)) return [...target, ...update];
  if (isScalar(target) && isScalar(update)) return update;
  throw new DocumentError(
    `${place}: ${describe(update)} cannot be merged into ${describe(target)}`,
  );
}

function removeAt(
  document: Record<string, unknown>,
  location: readonly (string | number)[],
  place: string,
): void {
  const key = location.at(-1);
  if (key === undefined) throw new DocumentError(`${place}: the whole document cannot be removed`);
  const owner = readAt(document, location.slice(0, -1));
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else if (isRecord(owner)) delete owner[key];
}

function setAt(
  document: Record<string, unknown>,
  location: readonly (string | number)[],
  value: unknown,
): void {
  const owner = readAt(document, location.slice(0, -1));
  const key = location.at(-1) ?? '';
  if (Array.isArray(owner)) owner[Number(key)] = value;
  else if (isRecord(owner)) define(owner, String(key), value);
}

/** Sets an own property, even for a key such as `__proto__`. */
function define(owner: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(owner, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isRecord(value) ? 'an object' : JSON.stringify(value);
}

interface OverlayAction {
  target: string;
  update?: unknown;
  remove?: boolean;
}

/**
 * Reads the actions of an OpenAPI Overlay (1.0, or 1.1 without `copy`).
 * @throws DocumentError with file and action
 */
function readOverlayActions(overlay: unknown, file: string): OverlayAction[] {
  if (!isRecord(overlay) || typeof overlay['overlay'] !== 'string')
    throw new DocumentError(`${file}: not an OpenAPI Overlay, which starts with "overlay: 1.0.0"`);
  if (!/^1\.[01]\./.test(overlay['overlay']))
    throw new DocumentError(`${file}: overlay ${overlay['overlay']} is not supported; use 1.0.0`);
  if (!Array.isArray(overlay['actions']))
    throw new DocumentError(`${file}: actions must be a list`);
  return overlay['actions'].map((action: unknown, at) =>
    readAction(action, `${file}: actions[${at}]`),
  );
}

function readAction(action: unknown, place: string): OverlayAction {
  if (!isRecord(action)) throw new DocumentError(`${place} is not an object`);
  const { target, update, remove } = action;
  if (typeof target !== 'string') throw new DocumentError(`${place}.target is missing`);
  if (remove !== undefined && typeof remove !== 'boolean')
    throw new DocumentError(`${place}.remove must be true or false`);
  if (update === undefined && remove !== true)
    throw new DocumentError(`${place} has neither update nor remove`);
  return { target, update, ...(remove === undefined ? {} : { remove }) };
}
