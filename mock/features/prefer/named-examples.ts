import { type Contract, matchStatus, type Operation } from '../../../contract/index.ts';
import { isRecord, readPointer } from '../../../contract/resolve-reference.ts';

/** A reply that the document shows. */
export interface NamedExample {
  name: string;
  status: number;
  mediaType: string;
  value: unknown;
}

/** The replies that the document shows for an operation, in its order. */
export function listExamples(contract: Contract, operation: Operation): NamedExample[] {
  const { document } = contract;
  return operation.replies.flatMap(({ status, mediaType, pointer }) => {
    const exact = toStatus(contract, operation, status);
    const content = readPointer(document, pointer.slice(0, pointer.lastIndexOf('/')));
    const examples = isRecord(content) ? content['examples'] : undefined;
    if (!isRecord(examples)) return [];
    return Object.entries(examples).flatMap(([name, example]) =>
      isRecord(example) && 'value' in example
        ? [{ name, status: exact, mediaType, value: example['value'] }]
        : [],
    );
  });
}

/** Of a range such as `2XX`, the status is the one that the operation's own assumption says. */
function toStatus({ assumptions }: Contract, operation: Operation, documented: string): number {
  if (/^\d{3}$/.test(documented)) return Number(documented);
  const values: Readonly<Record<string, unknown>> = { ...assumptions };
  const assumed = operation.assumptions
    .filter((id) => id.endsWith('-status'))
    .map((id) => values[id])
    .find((value) => typeof value === 'number' && matchStatus(documented, value));
  return typeof assumed === 'number' ? assumed : Number(documented.charAt(0)) * 100;
}
