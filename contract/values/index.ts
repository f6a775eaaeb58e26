/** Values for the schemas of a document: valid ones for requests and replies. Start in `create-values.ts`. */
export { collectExamples, type ExampleSource } from './collect-examples.ts';
export { createValues, type GenerateOptions, type Values } from './create-values.ts';
export {
  type InvalidValue,
  type InvalidValueOptions,
  listInvalidValues,
} from './invalid-values.ts';
