import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type Contract, contract, createContract } from '../../contract/index.ts';
import { compileSchemas } from '../../contract/schemas/compile-schemas.ts';

/**
 * Loads a contract of `test/contracts/`, which the product does not know.
 * @param edit changes the text of the document. Default: nothing changes
 */
export async function loadTestContract(
  name: string,
  edit: (text: string) => string = (text) => text,
): Promise<Contract> {
  const text = edit(await readFile(`test/contracts/${name}.yaml`, 'utf8'));
  const { 'x-assumptions': assumptions, 'x-problems': problems } = contract.document;
  const document = { ...parse(text), 'x-assumptions': assumptions, 'x-problems': problems };
  return createContract(document, compileSchemas(document));
}
