import { document } from '../generated/document.js';
import { schemas } from '../generated/schemas.js';
import { type Contract, createContract } from './create-contract.ts';

/** The included contract, with schemas compiled ahead of time. */
export const contract: Contract = createContract(document, schemas);
