#!/usr/bin/env node
// Caches compiled code for the next start. Node 20 does not support this, and its types do not contain it.
Object(process.getBuiltinModule('node:module')).enableCompileCache?.();

// Node would exit with 1, which here means a violated requirement.
process.on('uncaughtException', async (error) => {
  try {
    const { toVisibleText } = await import('../writers/terminal-text.ts');
    const text = toVisibleText(String(error.stack));
    process.stderr.write(`site-contract: this is a bug, please report it: ${text}\n`);
  } finally {
    process.exit(2);
  }
});

let isOutputLost = false;
// A reader that stops reading (`| head`) does not count; a full disk does.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  process.exitCode ||= 2;
  const reason = message.replace(/, write$/, '');
  process.stderr.write(`site-contract: cannot write to stdout (${reason}); output was lost\n`);
});
// No stream is left to report this on.
process.stderr.on('error', () => {});

// Imported here, so that the cache provides its compiled code. Not awaited: bundled code may import this module.
void import('./run-command.ts').then(async ({ runCommand }) => {
  const code = await runCommand(process.argv.slice(2), {
    environment: process.env,
    // `performance` would load nine modules of Node.
    startedAt: Date.now() - process.uptime() * 1000,
    stdout: process.stdout,
    stderr: process.stderr,
  });
  process.exitCode = isOutputLost ? code || 2 : code;
});
