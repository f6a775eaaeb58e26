import type { Operation } from '../../contract/index.ts';
import type { Failure } from '../results.ts';
import type { Stage } from '../stages.ts';
import type { RecordFactory } from '../world/create-record.ts';
import type { Subject } from '../world/step.ts';
import type { World } from '../world/world.ts';

/** A check that needs only the document. */
export interface ProtocolCheck {
  slug: string;
  /** What the service promises, as a sentence. */
  sentence: string;
  /** Its place in reports. */
  stage: Stage;
  applies(subject: Subject, operation: Operation): boolean;
  run(scope: ProtocolScope): Promise<void>;
}

export interface ProtocolScope {
  world: World;
  check: string;
  operation: Operation;
  records: RecordFactory;
  fail(failure: Failure): void;
  observe(statement: string): void;
}
