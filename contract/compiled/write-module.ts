import type { Contract } from '../create-contract.ts';
import { readModel } from '../resources/read-model.ts';
import { writeModel } from './model-text.ts';
import { writeValidators } from './write-validators.ts';

/** Writes a contract as a module that needs no code from text: its document, its model and its validators. */
export function writeModule(contract: Contract): string {
  const { document, operations, remarks } = contract;
  const { title, version } = document.info;
  const subject = `${title} ${version}`.replaceAll(/\s+/g, ' ');
  return `// The contract of ${subject}. Written by \`site-contract compile\`: do not edit, but run the command again.
import { createCompiledContract } from 'site-contract/compiled';

export const contract = createCompiledContract({
  document: JSON.parse(${JSON.stringify(JSON.stringify(document))}),
  remarks: ${JSON.stringify(remarks)},
  model: ${JSON.stringify(writeModel(readModel(contract)))},
  define(exports, judges, runtime) {
    // The functions of keywords need no context.
    const self = undefined;
${writeValidators(document, operations)}
  },
});
`;
}

/** The declarations of that module. */
export const moduleTypes = `import type { Contract } from 'site-contract';

export declare const contract: Contract;
`;
