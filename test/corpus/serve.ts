import { brokenTargets, lawfulTargets, plainTarget } from './index.ts';

/** Starts a target by its id and prints its URL: `tsx test/corpus/serve.ts <id>`. */
async function serve(id: string): Promise<void> {
  const targets = [plainTarget, ...brokenTargets, ...lawfulTargets];
  const target = targets.find((candidate) => candidate.id === id);
  if (!target) {
    const near = targets.filter((candidate) => candidate.id.includes(id));
    console.error(`Unknown target "${id}". ${near.length > 0 ? 'Near it:' : 'All targets:'}`);
    for (const candidate of near.length > 0 ? near : targets) {
      console.error(`  ${candidate.id.padEnd(56)} ${candidate.title}`);
    }
    process.exitCode = 2;
    return;
  }
  const options = {
    apiKey: 'corpus-Key-4f1d9a7c',
    workspaceIds: ['6f2c1e1a-58c2-4c1f-9a54-0d6c2b0f7a11', 'b3a8d3f4-2f0b-4f63-8f0e-93f1f5f4a922'],
  } as const;
  const { url } = await target.start(options);
  console.log(`${target.id}: ${target.title}`);
  console.log(`base URL         ${url}`);
  console.log(`API key          ${options.apiKey}`);
  console.log(`workspace        ${options.workspaceIds[0]}`);
  console.log(`other workspace  ${options.workspaceIds[1]}`);
}

void serve(process.argv[2] ?? '');
