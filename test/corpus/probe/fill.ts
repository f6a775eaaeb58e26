import type { ProbeClient } from './client.ts';

/** Fills the first workspace and returns a page of it, for faults that only show with many records. */
export async function listFilled(
  client: ProbeClient,
  count: number,
  query: string,
): Promise<string> {
  const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
  for (let index = 0; index < count; index += 1) {
    await client.call('POST', path, { body: { name: `Site ${index}` } });
  }
  const { status, text } = await client.call('GET', `${path}?${query}`);
  return `${status} ${text.split('"name"').length - 1}`;
}
