import { escapePointer } from '../resolve-reference.ts';
import type { Pointer } from './model.ts';
import type { OperationFacts } from './operation-facts.ts';
import { lastNoun } from './path-shape.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { isTimeNameOf, normalise } from './words.ts';

/** States that are not spelled as the participle of their verb. */
const irregularStates = new Map(
  Object.entries({
    send: ['sent'],
    pay: ['paid'],
    withdraw: ['withdrawn'],
    hold: ['held', 'on_hold'],
    open: ['open', 'opened'],
    reopen: ['open', 'reopened'],
    activate: ['active', 'activated'],
    reactivate: ['active', 'reactivated'],
    deactivate: ['inactive', 'deactivated'],
    complete: ['completed', 'complete', 'done'],
    finish: ['finished', 'done', 'completed'],
    start: ['started', 'running', 'in_progress'],
    submit: ['submitted'],
    void: ['void', 'voided'],
    ban: ['banned'],
    ship: ['shipped'],
    pin: ['pinned'],
    put: [],
    lock: ['locked'],
    enable: ['enabled'],
    disable: ['disabled'],
  }),
);

/** Verbs that end what another verb began. */
const oppositeVerbs: ReadonlyMap<string, string> = new Map([
  ['disable', 'enable'],
  ['deactivate', 'activate'],
  ['unarchive', 'archive'],
  ['unpublish', 'publish'],
  ['unlock', 'lock'],
  ['unpin', 'pin'],
  ['unstar', 'star'],
  ['unmute', 'mute'],
  ['unblock', 'block'],
  ['unban', 'ban'],
  ['unhide', 'hide'],
  ['unflag', 'flag'],
  ['unlike', 'like'],
  ['unfollow', 'follow'],
  ['unsuspend', 'suspend'],
  ['restore', 'archive'],
  ['reopen', 'close'],
  ['incomplete', 'complete'],
]);

/**
 * The fields that an action assigns, where the record says so without doubt: `cancel` and the value `cancelled` of one enum, or
 * `archive` and the boolean `archived`. DELETE undoes what POST does.
 */
export function findEffects(
  shapes: ShapeReader,
  { pathVerb, operation, key }: OperationFacts,
  record: Shape | undefined,
): Map<Pointer, unknown> {
  const effects = new Map<Pointer, unknown>();
  const laterWords = pathVerb?.laterWords ?? [];
  if (record === undefined || laterWords.length > 0) return effects;
  const isUndone = operation.method === 'DELETE';
  // `favorite` is a noun as well.
  const word = pathVerb?.word ?? lastNoun(key);
  const opposite = oppositeVerbs.get(word);
  const named = isUndone ? undefined : findState(shapes, record, word);
  const state = named ?? findToldState(shapes, record, operation);
  if (state !== undefined) effects.set(state.pointer, state.value);
  const flag = findFlag(shapes, record, word);
  const oppositeFlag = opposite === undefined ? undefined : findFlag(shapes, record, opposite);
  if (flag !== undefined) effects.set(flag, !isUndone);
  else if (oppositeFlag !== undefined) effects.set(oppositeFlag, isUndone);
  return effects;
}

/** The spellings of the state that a verb leads to: `cancelled`, `canceled`. */
function statesOf(verb: string): readonly string[] {
  const irregular = irregularStates.get(verb);
  if (irregular !== undefined) return irregular;
  const stem = verb.replace(/e$/, '');
  const doubled = `${stem}${stem.at(-1)}ed`;
  const regular = verb.endsWith('y') ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [regular, doubled];
}

/** The only enum of the record with a value for the verb. */
function findState(shapes: ShapeReader, record: Shape, verb: string) {
  const states = statesOf(verb).map(normalise);
  for (const state of states) {
    const candidates = [...record.properties].flatMap(([name, property]) => {
      const { values } = shapes.read(property);
      const value = values.find((candidate) => normalise(String(candidate)) === state);
      return value === undefined ? [] : [{ pointer: `/${escapePointer(name)}`, value }];
    });
    if (candidates.length === 1) return candidates[0];
  }
  return undefined;
}

/** The only value of an enum that a description says the record gets: "Its status becomes `open`". */
function findToldState(
  shapes: ShapeReader,
  record: Shape,
  { summary, operation }: OperationFacts['operation'],
) {
  const text = `${summary}. ${operation.object.description ?? ''}`;
  const phrases = [...text.matchAll(/\b(?:becomes?|to|as|into|is)\s+[`'"“*]+([\w-]+)[`'"”*]/gi)];
  const words = new Set(phrases.map(([, word = '']) => normalise(word)));
  const states = [...record.properties].flatMap(([name, property]) => {
    const { values, type } = shapes.read(property);
    if (type !== 'string') return [];
    const named = values.filter((value) => words.has(normalise(String(value))));
    return named.map((value) => ({ pointer: `/${escapePointer(name)}`, value }));
  });
  return states.length === 1 ? states[0] : undefined;
}

/** The times of the record that are named after the state: `closed_at` for `close`. */
export function findTimes(
  shapes: ShapeReader,
  { pathVerb, key }: OperationFacts,
  record: Shape | undefined,
): Map<Pointer, 'now' | 'none'> {
  const times = new Map<Pointer, 'now' | 'none'>();
  if (record === undefined) return times;
  // `return` is a noun as well.
  const word = pathVerb?.word ?? lastNoun(key);
  const opposite = oppositeVerbs.get(word);
  for (const [name, property] of record.properties) {
    const { format, type } = shapes.read(property);
    if (format !== 'date-time' && format !== 'date' && type !== 'integer') continue;
    const pointer = `/${escapePointer(name)}`;
    if (isTimeOf(name, word)) times.set(pointer, 'now');
    else if (opposite !== undefined && isTimeOf(name, opposite)) times.set(pointer, 'none');
  }
  return times;
}

function isTimeOf(name: string, verb: string): boolean {
  const word = normalise(name);
  return statesOf(verb).some((state) => isTimeNameOf(word, normalise(state)));
}

/** The boolean of the record that is named after the state: `archived`, `isArchived`. */
function findFlag(shapes: ShapeReader, record: Shape, verb: string): Pointer | undefined {
  const names = statesOf(verb).flatMap((state) => [normalise(state), `is${normalise(state)}`]);
  for (const [name, property] of record.properties) {
    const isFlag = names.includes(normalise(name)) && shapes.read(property).type === 'boolean';
    if (isFlag) return `/${escapePointer(name)}`;
  }
  return undefined;
}
