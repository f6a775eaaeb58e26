import { type Contract, type Fault, mostFaults, type Operation } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { createBodyRules } from '../operations/rules/body-rules.ts';
import { skippable, type TextRules } from '../operations/rules/text-rules.ts';

type CheckBody = (body: unknown, parameters: object) => readonly Fault[];

/** Makes the step that finds the faults of a body, up to `mostFaults`: what its schema says, and the rules beyond it. */
export function createBodyCheck(
  contract: Contract,
  operation: Operation,
  textRules: TextRules,
): CheckBody {
  const { validators, assumptions } = contract;
  const schema = operation.requestBody?.schema ?? {};
  const allRules = createBodyRules(contract, schema, textRules);
  const typesAlone = createBodyRules(contract, schema, textRules, skippable);
  const refusesEmpty =
    operation.assumptions.includes('empty-update') && assumptions['empty-update'] === 'refused';
  const names = Object.keys(schema.properties ?? {});
  return (body, parameters) => {
    const faults = validators.body(operation.id, body);
    const skips = 'skipValidation' in parameters && parameters.skipValidation === 'true';
    const rules = skips ? typesAlone : allRules;
    const broken = rules(body);
    if (refusesEmpty && isRecord(body) && !names.some((name) => Object.hasOwn(body, name))) {
      broken.push({ pointer: '', detail: `must have at least one of ${names.join(', ')}` });
    }
    if (broken.length === 0 || faults.length === 0) return broken.length === 0 ? faults : broken;
    const places = new Set(faults.map(({ pointer }) => pointer));
    // Of a value that its schema refuses, its rules have nothing to add.
    return [...faults, ...broken.filter(({ pointer }) => !places.has(pointer))].slice(
      0,
      mostFaults,
    );
  };
}
