import { type Contract, explainWrongValue } from '../contract/index.ts';
import type { RunResult } from './results.ts';

/** An OpenAPI Overlay 1.0 that sets assumptions of the contract. */
export interface ObservedOverlay {
  overlay: '1.0.0';
  info: { title: string; version: string };
  actions: {
    target: string;
    description: string;
    update: { value: string | number | boolean | null };
  }[];
}

/**
 * What a target was seen to do, as an overlay over the contract: a mock that is started with it does the same. What no
 * assumption stands for, and values that the mock does not know, are left out; the report has them in words.
 */
export function toObservedOverlay(
  { observations, target, startedAt }: RunResult,
  { document }: Contract,
): ObservedOverlay {
  const actions = observations.flatMap(({ statement, assumption }) => {
    const known = assumption === undefined ? undefined : document['x-assumptions'][assumption.id];
    if (assumption === undefined || known === undefined) return [];
    const { id, value } = assumption;
    if (explainWrongValue({ ...known, value }) !== undefined) return [];
    return [{ target: `$['x-assumptions']['${id}']`, description: statement, update: { value } }];
  });
  return {
    overlay: '1.0.0',
    info: { title: `What ${target.baseUrl} was seen to do`, version: startedAt },
    actions,
  };
}
