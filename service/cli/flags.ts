/*
 * service/cli/: the flags of commands that only the built-in service has. It imports cli/ and contract/. Start here; the other
 * files read their values.
 */

import { list, value } from '../../cli/option.ts';

/** Flags of `conformance`. */
export const runFlags = {
  workspace: value('<uuid>', 'Workspace to write into', { variable: 'SITE_CONTRACT_WORKSPACE' }),
};

/** Further flags of `conformance`, which its help shows below others. */
export const targetFlags = {
  otherWorkspace: value('<uuid>', 'Second workspace, to check that workspaces are separate'),
};

/** Flags of `gate`, which it passes on to `conformance`. */
export const gateFlags = {
  workspace: value('<uuid>', 'Workspace to write into (default: SITE_CONTRACT_WORKSPACE)', {
    flagOnly: true,
  }),
};

/** Flags of `mock`. */
export const mockFlags = {
  workspace: list('<uuid>', 'Id of an existing workspace', { shown: 'any UUID' }),
};

/** Flags of `trigger`. */
export const eventFlags = {
  workspace: value('<uuid>', 'Workspace of the webhooks'),
};

/** The flags of `conformance` that decide what a run sends. */
export const decisiveFlags = ['workspace', 'otherWorkspace'] as const;

/** An operation for examples in the help. */
export const exampleOperation = 'listSites';
