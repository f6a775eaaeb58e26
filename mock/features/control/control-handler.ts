import type { FilledParameters, Json, JsonBody } from '../../../contract/operation-types.ts';
import type {
  ControlOperationDefaults,
  ControlOperationId,
} from '../../../generated/control-names.ts';
import type { operations } from '../../../generated/control-types.ts';
import type { MockRequest, StreamBody } from '../../handler.ts';
import { Refusal } from '../../refusal.ts';

/** The path and query parameters of an operation by name, with defaults filled in. */
export type ControlParameters<Id extends ControlOperationId> = FilledParameters<
  operations[Id],
  ControlOperationDefaults[Id]['parameters']
>;

/** The JSON body of an operation; undefined where it is optional. */
export type ControlBody<Id extends ControlOperationId> = JsonBody<operations[Id]>;

type Responses<Id extends ControlOperationId> = operations[Id]['responses'];
/** The state of another contract than the built-in one has another form. */
type JsonResult<Id extends ControlOperationId> = Id extends 'readState' | 'replaceState'
  ? object
  : Json<Responses<Id>[keyof Responses<Id>]>;

/** Runs an operation. Its status and media type are those in the description of the control surface. */
export type ControlHandler<Id extends ControlOperationId> = (
  call: ControlCall<Id>,
) => Promise<
  [JsonResult<Id>] extends [never] ? string | StreamBody | undefined : JsonResult<Id> & object
>;

/** A request that matches the description of the control surface. */
interface ControlCall<Id extends ControlOperationId> {
  request: MockRequest;
  baseUrl: string;
  parameters: ControlParameters<Id>;
  body: ControlBody<Id>;
  /** The name of the session to control. */
  session: string;
}

/** The handlers of some operations. */
export type ControlHandlers<Ids extends ControlOperationId = ControlOperationId> = {
  readonly [Id in Ids]: ControlHandler<Id>;
};

/** @throws Refusal when the item did not exist */
export function assertFound<Item>(item: Item | undefined | false, name: string): Item {
  if (item === undefined || item === false) throw new Refusal('not-found', `${name} not found.`);
  return item;
}
