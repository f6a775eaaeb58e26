import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { applyEdits, findEdits, type StateEdit } from '../../mock/features/control/edit-state.ts';
import { parseState } from '../../mock/features/data/read-fixture.ts';
import { type BehaviourContext, createResourceFactory } from '../../mock/operations/behaviour.ts';
import { createMemoryStore } from '../../mock/store/memory-store.ts';
import { emptyContents, type StoreContents } from '../../mock/store/store.ts';
import { describeInCi, isCi } from '../support/in-ci.ts';
import { workspace } from '../support/test-client.ts';
import { type BodyCost, judgeBodies, listJudged } from './judge-bodies.ts';
import { measureCpu, showsAgain } from './measure-cpu.ts';

/** Before the cost was bounded, the worst bodies of this size took 10 seconds. */
const size = 128 * 1024;
/**
 * Milliseconds on a quiet machine, for either surface. Bodies of this size take at most 9 once the code is compiled, and at
 * most 24 before.
 */
const budget = 60;

/** Returns the bodies that are too expensive in each of several measurements. */
async function keepRepeated(
  found: readonly BodyCost[],
  isTooMuch: (title: string, slowness: number) => Promise<boolean>,
): Promise<string[]> {
  const kept: string[] = [];
  for (const { title, cpu } of found) {
    if (await showsAgain((slowness) => isTooMuch(title, slowness)))
      kept.push(`${title}: ${Math.round(cpu)} ms`);
  }
  return kept;
}

const surfaces = ['service', 'control'] as const;
const everyOperation = surfaces.flatMap((surface) =>
  listJudged(surface).map((id) => ({ surface, id })),
);

/** The operations of the control surface with the largest bodies. */
const dearest = ['replaceState', 'editState'];
const isDearest = ({ surface, id }: Operation): boolean =>
  surface === 'service' || dearest.includes(id);

const title = 'a poisonous body for $id of the $surface';
describe.each(everyOperation.filter(isDearest))(title, judge);
describeInCi.each(everyOperation.filter((each) => !isDearest(each)))(title, judge);

type Operation = (typeof everyOperation)[number];

function judge({ surface, id }: Operation): void {
  // In CI, all of them.
  const options = { surface, only: `${id} `, every: isCi ? 1 : 5, enough: budget };

  test('costs little CPU, and twice the body at most about twice as much', async () => {
    const small = await judgeBodies({ ...options, size });
    expect(small.length).toBeGreaterThan(isCi ? 10 : 1);
    // An accepted state costs the time to create its resources.
    const dear = small.filter(
      ({ title, status, cpu }) =>
        cpu > budget && (!title.startsWith('replaceState') || status >= 400),
    );
    expect(
      await keepRepeated(
        dear,
        async (title, slowness) => (await measure(title, size)) > budget * slowness,
      ),
    ).toEqual([]);
    expect(small.flatMap(({ bugs }) => bugs)).toEqual([]);
    expect(small.filter(({ status }) => status >= 500 || status === 0)).toEqual([]);
    const large = await judgeBodies({ ...options, size: 2 * size });
    const hasGrown = (cpu: number, before: number, slowness = 1): boolean =>
      cpu > 2.6 * before + 15 * slowness;
    const grown = large.filter(({ cpu }, at) => hasGrown(cpu, small[at]?.cpu ?? 0));
    const growsAgain = async (title: string, slowness: number): Promise<boolean> =>
      hasGrown(await measure(title, 2 * size), await measure(title, size), slowness);
    expect(await keepRepeated(grown, growsAgain)).toEqual([]);

    async function measure(title: string, bytes: number): Promise<number> {
      const costs = await judgeBodies({ size: bytes, surface, only: title });
      return costs.find((cost) => cost.title === title)?.cpu ?? 0;
    }
  });
}

describe('a value with many errors', () => {
  const empty = Array.from({ length: 40_000 }, () => ({}));

  test('costs the suite little: a page of 40,000 empty sites', async () => {
    const page = { data: empty, hasMore: true };
    const validate = () => contract.validators.reply('listSites', '201', page);
    const isDear = async (slowness: number): Promise<boolean> =>
      (await measureCpu(validate)) > budget * slowness;
    expect(await showsAgain(isDear)).toBe(false);
    expect(validate()).toHaveLength(100);
  });

  test('costs a fixture no more than valid sites do', async () => {
    const read = (site: object) => {
      const sites = Array.from({ length: 5000 }, () => site);
      const state = { workspaces: [{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', sites }] };
      return parseState(JSON.stringify(state), 'state.json', { contract });
    };
    const refuse = () => expect(() => read({})).toThrow('/name is required (and at least 99 more)');
    const isDear = async (slowness: number): Promise<boolean> => {
      const accepted = await measureCpu(() => read({ name: 'A site' }), { runs: 1 });
      return (await measureCpu(refuse, { runs: 2 })) > 1.5 * accepted + budget * slowness;
    };
    expect(await showsAgain(isDear)).toBe(false);
  });
});

test('costs edits of the state time in proportion to their number', async () => {
  const { assumptions } = contract;
  const ids = Array.from({ length: 32_000 }, (_, at) => {
    const digits = at.toString(16).padStart(12, '0');
    return `0d5f6a1e-3b0c-4c39-9d51-${digits}`;
  });
  const [before = ''] = ids;
  const edits = ids.map((id) => ({
    kind: 'site' as const,
    id,
    parent: workspace,
    before,
    value: { name: 'A site' },
  }));
  const context: BehaviourContext = {
    store: createMemoryStore(),
    assumptions,
    createUuid: () => before,
    writeUuid: (id) => id,
    createResource: createResourceFactory(contract),
  };
  const apply = (contents: StoreContents, edits: readonly StateEdit[]): StoreContents => {
    const edited = applyEdits(contents, edits, context);
    if (edited.faults !== undefined) throw new Error(JSON.stringify(edited.faults));
    return edited.contents;
  };
  const editAndUndo = (): void => {
    const edited = apply(emptyContents, edits);
    expect(edited.sites).toHaveLength(ids.length);
    expect(apply(edited, findEdits(edited, emptyContents))).toEqual(emptyContents);
  };
  // Searching a list for each id took 8 seconds; without that, half a second is enough.
  const isDear = async (slowness: number): Promise<boolean> =>
    (await measureCpu(editAndUndo, { enough: 2000 })) > 2000 * slowness;
  expect(await showsAgain(isDear)).toBe(false);
});
