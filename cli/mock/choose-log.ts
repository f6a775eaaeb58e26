import { fstatSync } from 'node:fs';
import type { Context } from '../command.ts';

export type LogForm = 'pretty' | 'json' | 'off';

/** How requests are told where nobody says: to people on a terminal, to programs on a pipe or in a file. */
export function chooseLog({ isTTY, fd }: Context['stdout']): LogForm {
  if (isTTY === true) return 'pretty';
  // Output to /dev/null need not be written.
  return fd === undefined || fstatSync(fd).isCharacterDevice() ? 'off' : 'json';
}
