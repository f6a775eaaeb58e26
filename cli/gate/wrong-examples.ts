import type { Contract } from '../../contract/index.ts';
import { findWrongExamples, type WrongExample } from '../../gate/examples/find-wrong-examples.ts';
import { readSource } from '../../gate/index.ts';
import { toJsonText } from '../../writers/json-text.ts';
import { toVisibleLine } from '../../writers/terminal-text.ts';

/** A wrong example with its place: the file and the line, or only the JSON Pointer. */
export interface PlacedExample extends WrongExample {
  file?: string;
  line?: number;
}

/** @param file the document, if the contract is exactly what it says; lines are known only then */
export async function listWrongExamples(
  contract: Contract,
  file: string | undefined,
): Promise<PlacedExample[]> {
  if (file === undefined) return findWrongExamples({ ...contract.document });
  const { document, locate } = await readSource(file, file);
  return findWrongExamples(document).map((example) => ({
    ...example,
    ...locate(example.pointer),
  }));
}

/** For example `openapi.yaml:212: the example does not match its schema: /name must be a string`. */
export function toExampleLine({ file, line, pointer, message }: PlacedExample): string {
  const position = file === undefined || line === undefined ? `#${pointer}` : `${file}:${line}`;
  return `${position}: ${message}`;
}

/** The wrong examples as a list for people, or as JSON. */
export function toExampleLines(
  examples: readonly PlacedExample[],
  format: 'text' | 'markdown' | 'json',
): string {
  if (format === 'json') return toJsonText(examples);
  if (examples.length === 0) return 'All examples and defaults match their schemas.\n';
  const mark = format === 'markdown' ? '- ' : '';
  return examples.map((example) => `${mark}${toVisibleLine(toExampleLine(example))}\n`).join('');
}
