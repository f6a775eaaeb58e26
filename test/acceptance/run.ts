import { parseArgs } from 'node:util';
import { questions } from './index.ts';
import type { AcceptanceTarget, Question } from './question.ts';

const usage =
  'usage: run.ts <base-url> --api-key <key> --workspace <uuid> --other-workspace <uuid> [--only <id or prefix>]';

interface Failure {
  question: Question;
  message: string;
}

/** Asks the questions, some in parallel, and returns those with a wrong response. */
async function askAll(target: AcceptanceTarget, asked: readonly Question[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  const waiting = [...asked];
  const worker = async (): Promise<void> => {
    for (let question = waiting.shift(); question !== undefined; question = waiting.shift()) {
      try {
        await question.ask(target);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        failures.push({ question, message });
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const place = ({ question }: Failure): number => asked.indexOf(question);
  return failures.sort((a, b) => place(a) - place(b));
}

function readTarget(): { target: AcceptanceTarget; only: string } | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'api-key': { type: 'string' },
      workspace: { type: 'string' },
      'other-workspace': { type: 'string' },
      only: { type: 'string', default: '' },
    },
  });
  const baseUrl = positionals[0]?.replace(/\/$/, '');
  const { 'api-key': apiKey, workspace, 'other-workspace': otherWorkspace, only } = values;
  if (!baseUrl || !apiKey || !workspace || !otherWorkspace) return undefined;
  return { target: { baseUrl, apiKey, workspace, otherWorkspace }, only };
}

async function main(): Promise<number> {
  const options = readTarget();
  if (options === undefined) {
    console.error(usage);
    return 2;
  }
  const asked = questions.filter(({ id }) => id.startsWith(options.only));
  const failures = await askAll(options.target, asked);
  for (const { question, message } of failures) {
    console.log(`✗ ${question.id}: ${question.title}\n${message.replaceAll(/^/gm, '    ')}\n`);
  }
  console.log(`${asked.length} questions, ${failures.length} wrong answers`);
  return failures.length === 0 && asked.length > 0 ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
