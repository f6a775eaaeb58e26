import type { Role } from './model.ts';
import type { OperationFacts, PathIndex } from './operation-facts.ts';
import type { ShapeReader } from './shapes.ts';

/** Something in the document from which a role follows. Signals of different kinds are independent. */
interface Signal {
  kind: 'path' | 'sibling' | 'schema' | 'name' | 'status' | 'extension' | 'document';
  /** A plain sentence without a full stop. */
  because: string;
}

/** The role of an operation while the model is inferred. */
export interface RoleDraft {
  facts: OperationFacts;
  role: Role;
  /** The path key of the record or singleton that it acts on. */
  target: string;
  signals: Signal[];
  /** Whether a signal contradicts the role, which makes it likely at best. */
  isDoubtful: boolean;
  /** For operations that link records. */
  relation: RelationDraft | undefined;
  /** For operations that change or show a list in their record: the field that has the list. */
  elements: string | undefined;
}

/** A relation between two resources, by the path keys of their records. */
interface RelationDraft {
  from: string;
  to: string;
}

/** What the rules can look at. */
export interface RoleContext {
  shapes: ShapeReader;
  paths: PathIndex;
}

export function createDraft(
  facts: OperationFacts,
  role: Role,
  target: string,
  ...signals: readonly Signal[]
): RoleDraft {
  return {
    facts,
    role,
    target,
    signals: [...signals],
    isDoubtful: false,
    relation: undefined,
    elements: undefined,
  };
}

/** A signal of the method and the form of the path. */
export function pathSignal(because: string): Signal {
  return { kind: 'path', because };
}
