/** The results of one part of the bench. */
export interface Section {
  title: string;
  /** The method, and the meaning of the numbers. */
  about: readonly string[];
  table: Table;
  goals: readonly GoalResult[];
}

export interface Table {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A goal of the project, with the measured number. */
export interface GoalResult {
  title: string;
  goal: { atLeast: number } | { atMost: number };
  measured: number | undefined;
}

export function isMet({ goal, measured }: GoalResult): boolean {
  if (measured === undefined) return false;
  return 'atLeast' in goal ? measured >= goal.atLeast : measured <= goal.atMost;
}

/** Facts about a run, shown above its numbers. */
export interface RunFacts {
  date: string;
  machine: string;
  commit: string;
  load: string;
  loadAverages: string;
  placement: string;
  rounds: string;
  /** Descriptions of the servers. */
  subjects: readonly string[];
  missing: readonly string[];
}

export function writeMarkdown(facts: RunFacts, sections: readonly Section[]): string {
  const goals = sections.flatMap((section) => section.goals);
  const blocks = [
    '# Bench results',
    'Made by `npm run bench`; do not edit. Each cell is minimum–**median**–maximum over the rounds of this one run. *Of raw* is the part of the speed of raw `node:http` in the same round: by the rate of answers, by the processor time and by the instructions that one takes. The last two hardly depend on what else the machine does.',
    toList([
      `Date: ${facts.date}`,
      `Machine: ${facts.machine}`,
      `Sources: ${facts.commit}`,
      `Load generator: ${facts.load}`,
      `Processors: ${facts.placement}`,
      `Rounds: ${facts.rounds}`,
      `Load average of the machine before and after: ${facts.loadAverages}`,
      ...facts.missing.map((reason) => `**Not measured:** ${reason}`),
    ]),
    '## Who takes part',
    toList(facts.subjects),
    ...(goals.length === 0 ? [] : ['## Goals', toTable(toGoalTable(goals))]),
    ...sections.flatMap(({ title, about, table }) => [
      `## ${title}`,
      ...(about.length === 0 ? [] : [toList(about)]),
      toTable(table),
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function toGoalTable(goals: readonly GoalResult[]): Table {
  return {
    columns: ['', 'goal', 'measured', ''],
    rows: goals.map((result) => {
      const { title, goal, measured } = result;
      const bound = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
      if (measured === undefined) return [title, bound, '—', 'not measured'];
      return [
        title,
        bound,
        String(Number(measured.toPrecision(3))),
        isMet(result) ? 'met' : '**missed**',
      ];
    }),
  };
}

function toList(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function toTable({ columns, rows }: Table): string {
  const numbers = columns.map((_, index) => (index === 0 ? '---' : '---:'));
  return [columns, numbers, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
