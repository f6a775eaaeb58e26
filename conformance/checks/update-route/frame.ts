/** What all checks of updateRoute have in common. */
export const frame = {
  operation: 'updateRoute',
  level: 'MUST',
  stage: 'calls',
  writes: true,
  uses: ['original'],
} as const;
