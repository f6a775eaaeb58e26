/** A mistake that the user can correct. It is shown in one line without a stack trace, and the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
