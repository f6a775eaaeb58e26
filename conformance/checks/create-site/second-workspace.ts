import { makeStranger, useOtherWorkspace, useStranger } from '../../model/shared.ts';
import { type Check, Inconclusive } from '../../runner/check.ts';
import { frame } from './frame.ts';

export const secondWorkspace: Check = {
  ...frame,
  id: 'createSite/works-in-every-workspace',
  title: 'Sites can be created in a second workspace',
  requirements: ['create-site-in-its-workspace', 'create-site-stores-what-was-sent'],
  sends: 'a site in the other workspace',
  expects: 'a site with what was sent',
  uses: ['stranger'],
  async run(scope) {
    const workspace = await useOtherWorkspace(scope);
    // A workspace that was given exists; one that was made up may be refused.
    const isGiven = scope.run.options.otherWorkspace !== undefined;
    const stranger = await (isGiven ? makeStranger(scope, workspace) : useStranger(scope));
    if (stranger.name === '') throw new Inconclusive('the site of the other workspace has no name');
  },
};
