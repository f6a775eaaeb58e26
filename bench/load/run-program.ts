import { spawn } from 'node:child_process';

/** Runs a program to its end and answers what it wrote to stdout. */
export function runProgram(command: readonly string[], input = ''): Promise<string> {
  const [file = '', ...argv] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(file, argv, { stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${file} ended with ${code}: ${stderr || stdout}`));
    });
    child.stdin.end(input);
  });
}
