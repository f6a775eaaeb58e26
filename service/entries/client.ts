/** The client as the package exports it: calls of every operation, and what only the Site Management Service has. */

export * from '../../client/index.ts';
export { type ListAllSitesOptions, listAllSites } from '../client/list-all-sites.ts';
