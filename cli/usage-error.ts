/** Something that the user can put right. It is shown as one line, without a stack, and ends the command with 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
