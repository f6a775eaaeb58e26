const calls = { level: 'MUST', stage: 'calls', writes: true } as const;

/** What the checks of an operation that are written by hand have in common. */
export const frames = {
  createSite: { ...calls, operation: 'createSite' },
  updateSite: { ...calls, operation: 'updateSite', uses: ['subject'] },
  duplicateSite: { ...calls, operation: 'duplicateSite' },
  createRoute: { ...calls, operation: 'createRoute', uses: ['original'] },
  updateRoute: { ...calls, operation: 'updateRoute', uses: ['original'] },
  createWebhook: { ...calls, operation: 'createWebhook' },
  listSites: { ...calls, operation: 'listSites', stage: 'listing', writes: false },
} as const;
