#!/usr/bin/env node

// Caches compiled code for the next start. Node 20 does not support this, and does not load the module.
if (!process.version.startsWith('v20.')) enableCompileCache();

// Node would exit with 1, which here means a violated requirement.
process.on('uncaughtException', (error) => {
  process.stderr.write(`site-contract: this is a bug, please report it: ${error.stack}\n`);
  process.exit(2);
});

const stdout = openOnce(
  () => process.stdout,
  ({ message }) => {
    const reason = message.replace(/, write$/, '');
    stderr().write(`site-contract: cannot write to stdout (${reason}); output was lost\n`);
    isOutputLost = true;
    process.exitCode ||= 2;
  },
);
// No stream is left to report this on.
const stderr = openOnce(
  () => process.stderr,
  () => {},
);
let isOutputLost = false;

// Imported here, so that the cache provides its compiled code.
import('./run-command.ts')
  .then(({ runCommand }) =>
    runCommand(process.argv.slice(2), {
      environment: process.env,
      // A getter, because only one command uses it, and it loads nine modules of Node.
      get startedAt() {
        return performance.timeOrigin;
      },
      get stdout() {
        return stdout();
      },
      get stderr() {
        return stderr();
      },
    }),
  )
  .then((code) => {
    process.exitCode = isOutputLost ? code || 2 : code;
  });

/**
 * Opens a stream of the process on first use.
 * @param onLost called once if it cannot be written to, as on a full disk. A reader that stops reading (`| head`) does not
 *   count.
 */
function openOnce(
  open: () => NodeJS.WriteStream,
  onLost: (error: Error) => void,
): () => NodeJS.WriteStream {
  let stream: NodeJS.WriteStream | undefined;
  let isLost = false;
  return () => {
    stream ??= open().on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || isLost) return;
      isLost = true;
      onLost(error);
    });
    return stream;
  };
}

function enableCompileCache(): void {
  const module: object | undefined = process.getBuiltinModule?.('node:module');
  if (
    module !== undefined &&
    'enableCompileCache' in module &&
    typeof module.enableCompileCache === 'function'
  )
    module.enableCompileCache();
}
