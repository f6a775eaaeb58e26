import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { parse } from 'yaml';
import { contract, type OpenApiDocument, type Operation } from '../../contract/index.ts';
import { readOperations } from '../../contract/operation.ts';
import { createMock, defaultApiKey } from '../../mock/index.ts';
import { workspace } from '../support/test-client.ts';
import { type CampaignOptions, type Finding, type PartResult, toAgain } from './campaign.ts';
import { measureCpu, showsAgain } from './measure-cpu.ts';
import { listPoisonousBodies } from './poisonous-bodies.ts';

/** The cost of one poisonous body. */
export interface BodyCost {
  /** `createRoute /localizedVariants: empty objects`. */
  title: string;
  bytes: number;
  status: number;
  /** Milliseconds of CPU, including the client, which runs in the same process. */
  cpu: number;
  /** Bugs that the mock has logged. */
  bugs: string[];
}

export interface JudgeOptions {
  /** Size of each body in bytes. */
  size: number;
  surface: 'service' | 'control';
  /** Only bodies with this text in the title. Default: all. */
  only?: string;
  /** Only every nth body. Default: 1. */
  every?: number;
  /** A body that costs at most this many milliseconds is measured once, the others three times. */
  enough?: number;
}

const adminToken = 'hostile-admin-token';

/** The documented cost of a megabyte, and the allowed cost of any small body, in milliseconds on a quiet machine. */
const toBudget = (bytes: number): number => 10 + (bytes / 1_000_000) * 50;

/** Measures the bodies of both surfaces: the CPU time of each, and its growth with the size. */
export async function judgeAllBodies({ size, bodies }: CampaignOptions): Promise<PartResult> {
  const findings: Finding[] = [];
  const rows: PartResult['rows'] = [];
  for (const surface of ['service', 'control'] as const) {
    const enough = toBudget(size) / 2;
    const half = await judgeBodies({ size: size / 2, surface, only: bodies, enough: enough / 2 });
    const costs = await judgeBodies({ size, surface, only: bodies, enough });
    const worst = costs.toSorted((one, other) => other.cpu - one.cpu)[0];
    const measure = async (title: string, bytes: number): Promise<number> => {
      const again = await judgeBodies({ size: bytes, surface, only: title });
      return again.find((cost) => cost.title === title)?.cpu ?? 0;
    };
    for (const [at, { title, status, bytes, cpu, bugs }] of costs.entries()) {
      const found = (what: string): void => {
        const again = toAgain('bodies', { size, match: JSON.stringify(title) });
        findings.push({ part: 'bodies', what: `${title}: ${what}`, again });
      };
      const isMade = title.startsWith('replaceState') && status < 300;
      const isDear = (slowness: number, found = cpu): boolean => found > toBudget(bytes) * slowness;
      if (
        !isMade &&
        isDear(1) &&
        (await showsAgain(async (slowness) => isDear(slowness, await measure(title, size))))
      )
        found(`${cpu.toFixed(0)} ms of CPU for ${bytes} bytes`);
      const before = half[at]?.cpu ?? 0;
      const hasGrown = (slowness: number, whole = cpu, part = before): boolean =>
        whole > 2.6 * part + 25 * slowness;
      if (
        hasGrown(1) &&
        (await showsAgain(async (slowness) =>
          hasGrown(slowness, await measure(title, size), await measure(title, size / 2)),
        ))
      )
        found(`${cpu.toFixed(0)} ms of CPU, and ${before.toFixed(0)} ms for half the size`);
      if (status >= 500) found(`returned ${status}`);
      for (const bug of bugs) found(`the log contains: ${bug}`);
    }
    rows.push({
      what: `Poisonous bodies for the ${surface}`,
      how: `${costs.length} bodies of ${size} bytes, for every place in every body schema`,
      result: `${worst?.cpu.toFixed(0)} ms of CPU at most (${worst?.title})`,
    });
  }
  return { rows, findings };
}

/** Sends every poisonous body to a new mock on a real socket, and measures the CPU time of the process. */
export async function judgeBodies({
  size,
  surface,
  only = '',
  every = 1,
  enough = 0,
}: JudgeOptions): Promise<BodyCost[]> {
  const bugs: string[] = [];
  const mock = createMock({ seed: 1, onError: (line) => bugs.push(line) });
  const { url, close } = await mock.listen({ port: 0, control: { token: adminToken } });
  const { document, operations } = readSurface(surface);
  const ids = await createResources(url);
  const token = surface === 'service' ? defaultApiKey : adminToken;
  const costs: BodyCost[] = [];
  let matching = 0;
  try {
    for (const operation of operations) {
      const target = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');
      for (const poisonous of listPoisonousBodies(document, operation, size)) {
        const whole = `${operation.id} ${poisonous.title}`;
        if (!whole.includes(only)) continue;
        matching += 1;
        if (matching % every !== 0) continue;
        const body = Buffer.from(poisonous.text);
        let status = 0;
        const cpu = await measureCpu(
          async () => {
            status = await send(url, operation.method, target, token, body);
          },
          { enough },
        );
        costs.push({ title: whole, bytes: body.length, status, cpu, bugs: bugs.splice(0) });
      }
    }
  } finally {
    await close();
  }
  return costs;
}

/** The operations of a surface with a request body. */
export function listJudged(surface: 'service' | 'control'): string[] {
  const { operations } = readSurface(surface);
  return operations.flatMap(({ id, requestBody }) => (requestBody === undefined ? [] : [id]));
}

function readSurface(surface: 'service' | 'control'): {
  document: OpenApiDocument;
  operations: readonly Operation<string>[];
} {
  if (surface === 'service')
    return { document: contract.document, operations: contract.operations };
  const document: OpenApiDocument = parse(readFileSync('spec/control.yaml', 'utf8'));
  return { document, operations: readOperations(withoutHeaders(document)) };
}

/** Header parameters are left out of operations. */
function withoutHeaders(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'parameters' && Array.isArray(value) ? [] : value,
  );
}

async function createResources(url: string): Promise<Record<string, string>> {
  const create = async (path: string, body: object): Promise<string> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${defaultApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return String((await response.json()).id);
  };
  const siteId = await create(`/v1/workspaces/${workspace}/sites`, { name: 'A site' });
  const routeId = await create(`/v1/sites/${siteId}/routes`, { pathname: '/a' });
  return { workspaceId: workspace, siteId, routeId };
}

function send(
  url: string,
  method: string,
  path: string,
  token: string,
  body: Uint8Array,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
