/*
 * contract/compiled/: a contract as a module that needs no code from text: `site-contract compile`. It imports only files of
 * contract/. Start in write-module.ts, which writes it; this entry is what the module itself imports.
 */

import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type Contract, createContract } from '../create-contract.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { provideModel } from '../resources/read-model.ts';
import { everything, type FindValidator, followPlain, Judges } from '../schemas/judges.ts';
import { readModelText } from './model-text.ts';
import { runtime } from './runtime.ts';

/** The parts of a contract in a file of `site-contract compile`. */
export interface CompiledParts {
  /** The document with its Overlays applied. */
  document: OpenApiDocument;
  /** What was not understood of the document. */
  remarks: readonly string[];
  /** The resource model, as JSON. */
  model: string;
  /** Adds the validators, by direction and pointer. */
  define(exports: Record<string, ValidateFunction>, judges: Judges, needed: typeof runtime): void;
}

/**
 * Creates a contract from what `site-contract compile` wrote, without compiling code from text. Files of that command call
 * this function.
 */
export function createCompiledContract({
  document,
  remarks,
  model,
  define,
}: CompiledParts): Contract {
  const validators: Record<string, ValidateFunction> = {};
  const find: FindValidator = (pointer, direction) => {
    return validators[`${direction} ${followPlain(document, pointer)}`];
  };
  define(validators, new Judges(find), runtime);
  const schemas = {
    at: (pointer: string, direction: 'request' | 'response') => {
      return find(pointer, direction) ?? everything;
    },
  };
  const contract = createContract(document, schemas, remarks);
  provideModel(contract, readModelText(model));
  return contract;
}
