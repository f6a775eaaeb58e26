import type { Resource } from '../../contract/resources/model.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import type { OperationCall } from './operation-call.ts';
import type { Step } from './step.ts';

/** A record on the target. Checks share records by handles, never by names. */
export interface Handle {
  readonly resource: Resource;
  /** The values of its id fields, as texts. */
  readonly ids: readonly string[];
  /** The record that contains it. */
  readonly parent: Handle | undefined;
  /** How the run created it. Undefined for a record that existed before. */
  readonly creation: Creation | undefined;
  /** Set once the run deleted it. */
  isDeleted: boolean;
}

interface Creation {
  /** The record that was sent. */
  readonly item: Readonly<Record<string, unknown>>;
  /** The record in the response. Undefined if it shows none. */
  readonly shown: unknown;
  /** The request, as it can be sent again with changes. */
  readonly call: OperationCall;
  readonly sent: Sent;
}

/**
 * The path parameters of an operation on a record: its own ids, and those of the records that contain it.
 * @throws Inconclusive if the path names a record that the handle does not lead to
 */
export function toPath({ role }: Step, handle: Handle | undefined): Map<string, string> {
  const path = new Map<string, string>();
  const used = new Map<Handle, number>();
  for (const { parameter, resource } of role.bindings) {
    const owner = findOwner(handle, resource);
    if (owner === undefined)
      throw new Inconclusive(
        `nothing gives a value for ${parameter}; pass --param ${parameter}=<value>`,
      );
    const index = used.get(owner) ?? 0;
    used.set(owner, index + 1);
    path.set(parameter, owner.ids[index] ?? owner.ids[0] ?? '');
  }
  return path;
}

/** The record itself, or one that contains it, of a resource. */
export function findOwner(
  handle: Handle | undefined,
  resource: string | undefined,
): Handle | undefined {
  let owner = handle;
  while (owner !== undefined && owner.resource.name !== resource) owner = owner.parent;
  return owner;
}
