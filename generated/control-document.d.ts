// Generated from spec/control.yaml by `npm run generate`. Do not edit: change that file.
import type { Operation } from '../contract/operation.ts';
import type { ControlOperationId, ControlProblemId } from './control-names.ts';
export declare const controlOperations: readonly Operation<ControlOperationId>[];
export declare const controlProblems: Readonly<Record<ControlProblemId, { title: string; status: number }>>;
