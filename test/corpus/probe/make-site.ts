import type { ProbeClient } from './client.ts';
import { readId } from './script/session.ts';

/** The path of the sites in the first or second workspace. */
export const sitesOf = (client: ProbeClient, workspace: 0 | 1): string =>
  `/v1/workspaces/${client.workspaceIds[workspace]}/sites`;

/** @returns the id of the new site, or an empty string if it was not created */
export const makeSite = async (
  client: ProbeClient,
  workspace: 0 | 1,
  body: object,
): Promise<string> => readId(await client.call('POST', sitesOf(client, workspace), { body }));
