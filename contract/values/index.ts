/*
 * contract/values/: values for the schemas of a document: valid ones for requests and replies, and invalid ones. It imports only
 * files of contract/. Start in create-values.ts; invalid-values.ts has the wrong ones.
 */

export { collectExamples, type ExampleSource } from './collect-examples.ts';
export { createValues, type GenerateOptions, type Values } from './create-values.ts';
export {
  type InvalidValue,
  type InvalidValueOptions,
  listInvalidValues,
} from './invalid-values.ts';
