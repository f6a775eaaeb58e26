import type { Resource, Role } from '../../contract/resources/model.ts';
import type { Failure } from '../results.ts';
import type { RecordFactory } from '../world/create-record.ts';
import type { Nouns } from '../world/nouns.ts';
import type { Step, Subject } from '../world/step.ts';
import type { World } from '../world/world.ts';

/** A promise that every resource keeps whose operations have certain roles. It names no service. */
export interface Law {
  /** The last part of the ids of its checks. Permanent. */
  slug: string;
  /** The law about one resource, as a sentence. */
  sentence(nouns: Nouns): string;
  /** The roles that a resource needs. For each entry, one of its roles. */
  needs: readonly (readonly Role[])[];
  /** The role whose operation breaks its promise if the law does not hold. The first one that the resource has. */
  blames: readonly Role[];
  /** Further conditions, such as a list with pages. Default: none. */
  applies?(subject: LawSubject): boolean;
  /** What a resource must be for a failure to count. Default: declared or certain. */
  isOnlyObserved?(subject: LawSubject): boolean;
  /** Whether it only reads. Default: false. */
  reads?: boolean;
  run(scope: LawScope): Promise<void>;
}

/** A resource with its operations. */
export interface LawSubject {
  world: Subject;
  resource: Resource;
  /** The main operation for the first of the roles that the resource has. */
  find(...roles: readonly Role[]): Step | undefined;
}

/** What a law can do while it runs. */
export interface LawScope extends LawSubject {
  world: World;
  /** The id of the check. */
  check: string;
  records: RecordFactory;
  /** The main operation for the first of the roles that the resource has. @throws Error if it has none of them */
  step(...roles: readonly Role[]): Step;
  /** Records a broken expectation. */
  fail(failure: Failure): void;
  /** Records what the service does where nothing was promised. */
  observe(statement: string): void;
}
