/** What all checks of listSites have in common. */
export const frame = {
  operation: 'listSites',
  level: 'MUST',
  stage: 'listing',
  writes: false,
} as const;
