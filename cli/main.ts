#!/usr/bin/env node
import module from 'node:module';

// Where Node can (22.1 and later), code that was compiled once is not compiled again at the next start.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function')
  module.enableCompileCache();

// A reader that has seen enough (`| head`) is no mistake.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// A bug of this program must not look like a broken requirement: Node itself would exit with 1.
process.on('uncaughtException', (error) => {
  process.stderr.write(`site-contract: this is a bug, please report it: ${error.stack}\n`);
  process.exit(2);
});

// Loaded from here on, so that it is compiled from the cache.
import('./run-command.ts')
  .then(({ runCommand }) =>
    runCommand(process.argv.slice(2), {
      environment: process.env,
      stdout: process.stdout,
      stderr: process.stderr,
    }),
  )
  .then((code) => {
    process.exitCode = code;
  });
