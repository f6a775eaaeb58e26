/** What all checks of createRoute have in common. */
export const frame = {
  operation: 'createRoute',
  level: 'MUST',
  stage: 'calls',
  writes: true,
  uses: ['original'],
} as const;
