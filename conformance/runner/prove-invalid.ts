import {
  type Contract,
  type Fault,
  type Operation,
  parseParameters,
} from '../../contract/index.ts';

/** A request with a fault, in parts. */
export interface Faulty {
  path: Readonly<Record<string, string>>;
  query?: string;
  /** A value that is sent as JSON, or the bytes themselves. */
  body: unknown;
  /** What is wrong, for people. */
  fault: string;
}

export type Proof = { invalid: true } | { invalid: false; reason: string };

/**
 * Proves from the contract that a request breaks it, and in one place only. What cannot be proved is not sent: a target
 * must never be failed for taking what it may.
 */
export function proveInvalid(
  contract: Contract,
  operation: Operation,
  { path, query = '', body }: Faulty,
): Proof {
  const { faults } = parseParameters(operation, { ...path }, query, contract.validators);
  const places = new Set([
    ...faults.map(({ parameter }) => `parameter ${parameter}`),
    ...listBodyFaults(contract, operation, body),
  ]);
  if (places.size === 1) return { invalid: true };
  return {
    invalid: false,
    reason:
      places.size === 0
        ? 'the contract allows it'
        : `it is wrong in ${places.size} places: ${[...places].join(', ')}`,
  };
}

function listBodyFaults({ validators }: Contract, operation: Operation, body: unknown): string[] {
  if (operation.requestBody === undefined) return [];
  if (body === undefined) return operation.requestBody.required ? ['body'] : [];
  const parsed = parse(body);
  if (parsed === undefined) return ['body'];
  return toPlaces(validators.body(operation.id, parsed.value));
}

/** Several keywords may find the same fault in the same place. */
function toPlaces(faults: readonly Fault[]): string[] {
  return faults.map(({ pointer }) => `body ${pointer}`);
}

function parse(body: unknown): { value: unknown } | undefined {
  try {
    const text =
      body instanceof Uint8Array
        ? new TextDecoder('utf-8', { fatal: true }).decode(body)
        : JSON.stringify(body);
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
