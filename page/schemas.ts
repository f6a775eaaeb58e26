import type { components } from '../generated/control-types.ts';

type Schemas = components['schemas'];

export type Info = Schemas['Info'];
export type State = Schemas['State'];
export type Workspace = State['workspaces'][number];
export type Site = Workspace['sites'][number];
export type RequestEntry = Schemas['RequestEntry'];
export type Message = Schemas['Message'];
export type Fault = Schemas['Fault'];
export type FaultRule = Schemas['FaultRule'];
export type FaultRuleCreation = Schemas['FaultRuleCreation'];
export type FaultEffect = Schemas['FaultEffect'];
export type Clock = Schemas['Clock'];
export type Snapshot = Schemas['Snapshot'];
export type Session = Schemas['Session'];
export type RegisteredWebhook = Schemas['RegisteredWebhook'];
export type Delivery = Schemas['Delivery'];
export type Assumption = Schemas['Assumption'];
export type AssumptionList = Schemas['AssumptionList'];
export type Requirement = Schemas['Requirement'];
export type EventTrigger = Schemas['EventTrigger'];
export type RequestCheck = Schemas['RequestCheck'];
export type StateEdit = Schemas['StateEdit'];
export type StateChange = Schemas['StateChange'];
export type Problem = Schemas['Problem'];
