import type { Workspace } from './schemas.ts';

/** The workspaces with what matches a text; one that matches by its id stays whole. */
export function filterWorkspaces(workspaces: readonly Workspace[], text: string): Workspace[] {
  const wanted = text.trim().toLowerCase();
  const filled = workspaces.filter(({ sites, webhooks }) => sites.length + webhooks.length > 0);
  if (wanted === '') return filled;
  const isFound = (value: unknown): boolean => JSON.stringify(value).toLowerCase().includes(wanted);
  return filled.flatMap((workspace) => {
    if (workspace.id.toLowerCase().includes(wanted)) return [workspace];
    // The key of a site is no more searched than it is shown.
    const sites = workspace.sites.filter(({ apiKey: _, ...site }) => isFound(site));
    const webhooks = workspace.webhooks.filter(isFound);
    return sites.length + webhooks.length === 0 ? [] : [{ ...workspace, sites, webhooks }];
  });
}
