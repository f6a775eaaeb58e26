import type { Contract, Operation } from '../../contract/index.ts';
import { isRecord, readPointer } from '../../contract/resolve-reference.ts';

/** A reply that the document shows. */
export interface NamedExample {
  name: string;
  /** As the document spells it, for example `201` or `2XX`. */
  status: string;
  mediaType: string;
  value: unknown;
}

/** The replies that the document shows for an operation, in its order. */
export function listExamples({ document }: Contract, operation: Operation): NamedExample[] {
  return operation.replies.flatMap(({ status, mediaType, pointer }) => {
    const content = readPointer(document, pointer.slice(0, pointer.lastIndexOf('/')));
    const examples = isRecord(content) ? content['examples'] : undefined;
    if (!isRecord(examples)) return [];
    return Object.entries(examples).flatMap(([name, example]) =>
      isRecord(example) && 'value' in example
        ? [{ name, status, mediaType, value: example['value'] }]
        : [],
    );
  });
}
