import { escapePointer } from '../resolve-reference.ts';
import type { LeftOut, Pointer } from './model.ts';
import { isBelowItem, type OperationFacts } from './operation-facts.ts';
import type { ParameterView } from './operation-view.ts';
import { queryParameters } from './operation-view.ts';
import { parentKey } from './path-shape.ts';
import type { ResourceDraft } from './resource-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { normalise } from './words.ts';

const restoringWords = ['restore', 'undelete', 'recover', 'untrash'];

/** Actions that put a record away without a DELETE. */
const storingWords = ['archive', 'trash', 'deactivate', 'discard'];

/**
 * Whether a deleted record is only put away: an operation such as `POST /notes/{id}/restore` brings it back, or a list shows
 * deleted records on demand.
 */
export function keepsDeleted(
  { operations, isSingleton, record }: ResourceDraft,
  shapes: ShapeReader,
): boolean {
  const isDeleted = operations.some(({ role }) => role === 'delete');
  if (!isDeleted || isSingleton) return false;
  const actions = operations.filter(({ role }) => role === 'action').map(({ facts }) => facts);
  const isStored = actions.some((facts) => storingWords.includes(verbOf(facts)));
  const isMarked = record !== undefined && findMarks(shapes, record, ['deleted']).length > 0;
  // What `restore` undoes is the deletion, unless another operation puts records away.
  const isRestored = actions.some(isRestoring) && (isMarked || !isStored);
  const lists = operations.filter(({ role }) => role === 'list');
  const isListed = lists.some(({ facts }) => {
    const words = queryParameters(facts.operation).map(readIncluded);
    return words.some((word) => word === 'deleted' || (word !== undefined && !isStored));
  });
  return isRestored || isListed;
}

const verbOf = ({ pathVerb }: OperationFacts): string => pathVerb?.word ?? '';

/** Whether an action brings a deleted record back. */
export function isRestoring(facts: OperationFacts): boolean {
  const { operation, key } = facts;
  const isOnItem = operation.shape.customVerb !== undefined || isBelowItem(key);
  return isOnItem && parentKey(key) !== '' && restoringWords.includes(verbOf(facts));
}

const deletedName = 'deleted|archived|trashed|removed|destroyed|discarded';
const includingName = new RegExp(`^(?:include|with|show|including)(${deletedName})$`);

function readIncluded({ name, shape }: ParameterView): string | undefined {
  const [, word] = includingName.exec(normalise(name)) ?? [];
  return shape.type === 'boolean' ? word : undefined;
}

/** The parameter with which a list shows the records that it otherwise leaves out. */
export function findLeftOut(
  shapes: ShapeReader,
  parameters: readonly ParameterView[],
  record: Shape | undefined,
): LeftOut | undefined {
  for (const parameter of parameters) {
    const word = readIncluded(parameter);
    if (word === undefined) continue;
    const marks = record === undefined ? [] : findMarks(shapes, record, [word]);
    return { parameter: parameter.name, field: marks[0]?.pointer };
  }
  return undefined;
}

interface Mark {
  pointer: Pointer;
  isTime: boolean;
}

/** The fields of a record that say that it was deleted: `deleted_at`, `isArchived`. */
function findMarks(shapes: ShapeReader, record: Shape, words: readonly string[]): Mark[] {
  const marks: Mark[] = [];
  for (const [name, property] of record.properties) {
    const { type, format } = shapes.read(property);
    const pointer = `/${escapePointer(name)}`;
    const plain = normalise(name);
    const isFlag = words.some((word) => plain === word || plain === `is${word}`);
    const isTime = words.some((word) => [`${word}at`, `${word}on`, `${word}date`].includes(plain));
    if (isFlag && type === 'boolean') marks.push({ pointer, isTime: false });
    else if (isTime && (type === 'integer' || format !== undefined))
      marks.push({ pointer, isTime: true });
  }
  return marks;
}

/** What DELETE assigns to a record that it only puts away. */
export function findDeletionEffects(shapes: ShapeReader, record: Shape | undefined) {
  const sets = new Map<Pointer, unknown>();
  const times = new Map<Pointer, 'now'>();
  const marks = record === undefined ? [] : findMarks(shapes, record, deletedName.split('|'));
  for (const { pointer, isTime } of marks) {
    if (isTime) times.set(pointer, 'now');
    else sets.set(pointer, true);
  }
  return { sets, times };
}
