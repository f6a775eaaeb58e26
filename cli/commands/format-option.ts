import { choice } from '../option.ts';

/** How a table is written. */
export const formatOption = choice(
  { placeholder: '<form>', description: 'text, markdown or json' },
  ['text', 'markdown', 'json'],
  'text',
);
