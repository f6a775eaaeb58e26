/** What all checks of duplicateSite have in common. */
export const frame = {
  operation: 'duplicateSite',
  level: 'MUST',
  stage: 'calls',
  writes: true,
} as const;
