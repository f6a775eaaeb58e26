import { parseArgs } from 'node:util';
import { type Effort, quickEffort, wholeEffort } from './context.ts';
import { parts } from './sections/index.ts';
import type { Cast } from './subjects/index.ts';

export interface BenchArguments {
  effort: Effort;
  /** Ids of the selected measurements; empty for all. */
  only: readonly string[];
  cast: Cast;
  /** The file for the results, in addition to stdout. */
  output: string | undefined;
}

const usage = `npm run bench -- [--quick] [--only <id>,…] [--no-peers] [--output <file>]
  --quick         a short run of about a minute, compared only with Fastify
  --only <id>,…   one or more of ${parts.flatMap(({ ids }) => ids).join(', ')}
  --no-peers      only node:http and the mock
  --output <file> file for the results; default: bench/results.md for a whole run, none otherwise`;

/** @throws Error with the usage when an argument is wrong */
export function readArguments(argv: readonly string[]): BenchArguments {
  const { values } = parse(argv);
  const known = parts.flatMap(({ ids }) => ids);
  const only = (values.only ?? []).flatMap((list) => list.split(','));
  const unknown = only.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}\n${usage}`);
  const isWhole = !values.quick && only.length === 0 && !values['no-peers'];
  return {
    effort: values.quick ? quickEffort : wholeEffort,
    only,
    cast: values['no-peers'] ? 'own' : values.quick ? 'references' : 'all',
    output: values.output ?? (isWhole ? 'bench/results.md' : undefined),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true },
        'no-peers': { type: 'boolean', default: false },
        output: { type: 'string' },
      },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
