import type { Step } from '../world/step.ts';

/** Whether the path of an operation names a record of a resource. */
export function namesInPath(step: Step | undefined, resource: string | undefined): boolean {
  for (const binding of step?.role.bindings ?? []) if (binding.resource === resource) return true;
  return false;
}
