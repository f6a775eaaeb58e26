/** What all checks of createWebhook have in common. */
export const frame = {
  operation: 'createWebhook',
  level: 'MUST',
  stage: 'calls',
  writes: true,
} as const;
