import type { Context } from '../../context.ts';
import type { Work } from '../../works/work.ts';
import type { Contestant } from './contestant.ts';
import { type Measure, type Measures, measure } from './measure.ts';

/** As much as other programs may take of one processor in a quiet round. */
const quiet = 0.1;

/** One turn of every subject. */
interface Round {
  measures: ReadonlyMap<string, Measure>;
  /** The most that other programs took in one of the turns. */
  others: number;
}

export interface RoundResults {
  bySubject: ReadonlyMap<string, Measures>;
  /** How many rounds were measured to find quiet ones, and the most that other programs took in those that count. */
  tried: number;
  others: number;
}

/**
 * Measures rounds in which each subject has its turn, until enough of them were quiet, or patience is at an end. Those
 * that count are chosen by what other programs did meanwhile, and never by their outcome.
 */
export async function measureRounds(
  contestants: readonly Contestant[],
  work: Work,
  context: Context,
): Promise<RoundResults> {
  const { patience, warmUpSeconds } = context.effort;
  const { rounds } = context.effort.byRate;
  for (const contestant of contestants) await measure(contestant, work, context, warmUpSeconds);
  const voids = new Map<string, { void: string }>();
  const tried: Round[] = [];
  while (tried.length < rounds * patience && countQuiet(tried) < rounds) {
    const isBack = tried.length % 2 === 1;
    tried.push(await measureRound(contestants, work, context, voids, isBack));
  }
  const counted = [...tried].sort((a, b) => a.others - b.others).slice(0, rounds);
  return {
    bySubject: new Map(
      contestants.map(({ running }) => {
        const { id } = running.subject;
        const measures = counted.map((round) => round.measures.get(id));
        return [id, voids.get(id) ?? { measures: measures.filter((each) => each !== undefined) }];
      }),
    ),
    tried: tried.length,
    others: Math.max(...counted.map(({ others }) => others)),
  };
}

/** @param isBack goes through the subjects from the end, so that none always follows the same other one */
async function measureRound(
  contestants: readonly Contestant[],
  work: Work,
  context: Context,
  voids: Map<string, { void: string }>,
  isBack: boolean,
): Promise<Round> {
  const measures = new Map<string, Measure>();
  for (const contestant of isBack ? [...contestants].reverse() : contestants) {
    const { id } = contestant.running.subject;
    if (voids.has(id)) continue;
    const outcome = await measure(contestant, work, context, context.effort.byRate.seconds);
    if ('void' in outcome) voids.set(id, outcome);
    else measures.set(id, outcome);
  }
  const others = Math.max(0, ...[...measures.values()].map((each) => each.others ?? 0));
  return { measures, others };
}

const countQuiet = (rounds: readonly Round[]): number =>
  rounds.filter(({ others }) => others <= quiet).length;
