import { DocumentError } from './document-error.ts';
import { isRecord } from './resolve-reference.ts';

/** One change of an OpenAPI Overlay. */
export interface OverlayAction {
  target: string;
  update?: unknown;
  remove?: boolean;
}

/**
 * The actions of an OpenAPI Overlay (1.0, or 1.1 without `copy`).
 * @throws DocumentError naming file and action
 */
export function readOverlayActions(overlay: unknown, file: string): OverlayAction[] {
  if (!isRecord(overlay) || typeof overlay['overlay'] !== 'string')
    throw new DocumentError(`${file}: not an OpenAPI Overlay, which starts with "overlay: 1.0.0"`);
  if (!/^1\.[01]\./.test(overlay['overlay']))
    throw new DocumentError(`${file}: overlay ${overlay['overlay']} is not known; 1.0.0 is`);
  if (!Array.isArray(overlay['actions']))
    throw new DocumentError(`${file}: actions is not there, or no list`);
  return overlay['actions'].map((action: unknown, at) =>
    readAction(action, `${file}: actions[${at}]`),
  );
}

function readAction(action: unknown, place: string): OverlayAction {
  if (!isRecord(action)) throw new DocumentError(`${place} is not an object`);
  const { target, update, remove } = action;
  if (typeof target !== 'string') throw new DocumentError(`${place}.target is not there`);
  if (remove !== undefined && typeof remove !== 'boolean')
    throw new DocumentError(`${place}.remove is neither true nor false`);
  if (update === undefined && remove !== true)
    throw new DocumentError(`${place} has neither update nor remove`);
  return { target, update, ...(remove === undefined ? {} : { remove }) };
}
