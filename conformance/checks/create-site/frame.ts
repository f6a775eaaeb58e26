/** What all checks of createSite have in common. */
export const frame = {
  operation: 'createSite',
  level: 'MUST',
  stage: 'calls',
  writes: true,
} as const;
