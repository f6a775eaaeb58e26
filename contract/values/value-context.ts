import type { Checker } from './check.ts';
import type { JsonSchema } from './json-schema.ts';
import type { TextContext } from './words.ts';

/** Which properties that are not required a value has. */
export type OptionalProperties = 'none' | 'some' | 'all';

/** What decides how a value is composed. */
export interface Plan extends TextContext {
  optional: OptionalProperties;
  /** The number of nested objects and arrays that may have optional parts. */
  depth: number;
  /** Whether defaults and examples in schemas are used where they are valid. */
  examples: boolean;
}

/** Where in a value something is composed. */
export interface ValueContext {
  /** The name of the nearest property. */
  name: string;
  /** The levels below that may have optional parts. */
  levels: number;
  /** Values from examples that are used here if they are valid. */
  samples: readonly unknown[];
  optional: OptionalProperties;
}

/** Composes the parts of objects and arrays. */
export interface PartComposer {
  readonly plan: Plan;
  readonly checker: Checker;
  /** Composes a value that all schemas accept. Returns undefined if none was found. */
  compose(schemas: readonly JsonSchema[], context: ValueContext): unknown;
  /** Whether a value of these schemas is being composed, so that another one would repeat it inside itself. */
  isRepeated(schemas: readonly JsonSchema[]): boolean;
}

/** More items or properties are not generated. */
export const mostMembers = 10_000;
/** How often an item of a list without repetition, or the name of an additional property, is tried. */
export const mostTries = 40;
