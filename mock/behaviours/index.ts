/*
 * mock/behaviours/: what each role of the resource model does to the records of a mock. A behaviour gets a validated request and
 * the records of a session, and returns a success reply or throws a Refusal; it knows neither HTTP messages nor a service. It
 * imports contract/, store/ and refusal.ts. Start in items.ts; locate.ts finds the records that a path names.
 */

import type { Role } from '../../contract/resources/model.ts';
import { createAction } from './action.ts';
import type { RoleBehaviour, ServedRole } from './behaviour.ts';
import { createBulk } from './bulk.ts';
import { createCopy } from './copy.ts';
import { createView } from './count.ts';
import { hideDeleted } from './deleted-records.ts';
import { createElements } from './elements.ts';
import {
  createCreate,
  createDelete,
  createRead,
  createReplace,
  createUpdate,
  createUpsert,
} from './items.ts';
import { createList } from './list.ts';
import { createLink, createUnlink } from './relations.ts';
import { createStateless } from './stateless.ts';

export type {
  RoleBehaviour,
  RoleContext,
  RoleReply,
  RoleRequest,
  SentFile,
  ServedRole,
  ValueSource,
} from './behaviour.ts';

const behaviours: Readonly<Record<Role, (served: ServedRole) => RoleBehaviour>> = {
  create: createCreate,
  list: createList,
  read: createRead,
  update: createUpdate,
  replace: createReplace,
  upsert: createUpsert,
  delete: createDelete,
  copy: createCopy,
  link: createLink,
  unlink: createUnlink,
  action: createAction,
  view: createView,
  bulk: createBulk,
  unexplained: createStateless,
};

/**
 * Creates the behaviour of an operation from its role. Without a resource, or a list whose form is known, the reply is
 * stateless.
 */
export function createRoleBehaviour(served: ServedRole): RoleBehaviour {
  return hideDeleted(served.model, chooseBehaviour(served));
}

function chooseBehaviour(served: ServedRole): RoleBehaviour {
  const { role, resource, relation, list, elements } = served.role;
  const hasResource = resource !== undefined && served.model.resources.has(resource);
  if (!hasResource || (role === 'list' && list === undefined)) return createStateless(served);
  if (elements !== undefined) return createElements(served, elements);
  // A link without a second resource is a record of its own: `PUT /user/starred/{owner}/{repo}`.
  if (role === 'link' && relation === undefined) return createUpsert(served);
  if (role === 'unlink' && relation === undefined) return createDelete(served);
  return behaviours[role](served);
}
