import type { Context } from '../context.ts';
import type { Section } from '../report/section.ts';
import { works } from '../works/index.ts';
import { measureGrowth } from './growth/index.ts';
import { measurePage } from './page.ts';
import { measureProxy } from './proxy.ts';
import { measureStart } from './start.ts';
import { measureStore } from './store/index.ts';
import { measureDistance, measureSuite } from './suite/index.ts';
import { measureThroughput } from './throughput/index.ts';

export interface Part {
  ids: readonly string[];
  measure(context: Context): Promise<Section[]>;
}

export const parts: readonly Part[] = [
  { ids: works.map(({ id }) => id), measure: measureThroughput },
  { ids: ['start'], measure: measureStart },
  { ids: ['growth'], measure: measureGrowth },
  { ids: ['page'], measure: measurePage },
  { ids: ['proxy'], measure: measureProxy },
  { ids: ['store'], measure: measureStore },
  { ids: ['suite'], measure: measureSuite },
  { ids: ['distance'], measure: measureDistance },
];
