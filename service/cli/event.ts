import type { OptionValues } from '../../cli/option.ts';
import { UsageError } from '../../cli/usage-error.ts';
import type { eventFlags } from './flags.ts';

type EventFlags = OptionValues<typeof eventFlags>;

/** The event that `trigger` sends. @throws UsageError without its workspace */
export function toEvent({ workspace }: EventFlags, type: string, data: unknown): object {
  if (workspace === undefined)
    throw new UsageError(
      'missing --workspace <uuid>; only the webhooks of the built-in contract can be triggered',
    );
  return { type, workspaceId: workspace, data };
}

/** Explains that an event has no receiver. */
export function explainNoReceiver({ workspace }: EventFlags, type: string): string {
  return `no webhook of workspace ${workspace} is registered for ${type}; register one with createWebhook`;
}

/** An example of the command for its help. */
export const eventExample =
  'site-contract trigger page.updated --workspace 7c9e6679-7425-40de-944b-e07fc1f90ae7 --admin-token "$TOKEN"';

/** How the help describes the data that are sent by default. */
export const defaultData = 'an object with the workspaceId';
