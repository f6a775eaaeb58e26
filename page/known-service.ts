/* The only file of the page that imports `service/`: which services it shows in another way. */
import { servicePage } from '../service/page/index.ts';
import type { MockData } from './model.ts';
import type { ServicePage } from './service-page.ts';

/** The service of a mock. Undefined for any other contract. */
export function findServicePage({ info }: Pick<MockData, 'info'>): ServicePage | undefined {
  return info.isBuiltIn ? servicePage : undefined;
}
