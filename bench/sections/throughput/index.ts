import type { Context } from '../../context.ts';
import type { Section } from '../../report/section.ts';
import { works } from '../../works/index.ts';
import { assertAnswers, type Measures, measureRounds, startContestants } from './measure.ts';
import { toOperationGoals, toWorkGoals, toWorkTable } from './table.ts';

/** Compares the throughput of the subjects for each kind of work. */
export async function measureThroughput(context: Context): Promise<Section[]> {
  const sections: Section[] = [];
  const byWork = new Map<string, ReadonlyMap<string, Measures>>();
  for (const work of works.filter(({ id }) => context.isSelected(id))) {
    context.note(work.title);
    const contestants = await startContestants(work, context);
    try {
      const { bySubject: results, tried, others } = await measureRounds(contestants, work, context);
      for (const contestant of contestants) await assertAnswers(contestant, work);
      byWork.set(work.id, results);
      sections.push({
        title: work.title,
        about: [
          `These are the quietest of ${tried} rounds. Other programs used at most ${others.toFixed(2)} processors in each.`,
        ],
        table: toWorkTable(contestants, results),
        goals: toWorkGoals(work, results),
      });
    } finally {
      await Promise.all(contestants.map(({ running }) => running.server.stop()));
    }
  }
  const last = sections.at(-1);
  if (last !== undefined) last.goals = [...last.goals, ...toOperationGoals(byWork)];
  return sections;
}
