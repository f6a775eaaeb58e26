/** What all checks of updateSite have in common. */
export const frame = {
  operation: 'updateSite',
  level: 'MUST',
  stage: 'calls',
  writes: true,
  uses: ['subject'],
} as const;
