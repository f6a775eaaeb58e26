import { readFile } from 'node:fs/promises';
import { readErrorCode } from '../contract/errors.ts';
import { UsageError } from './usage-error.ts';

/** The certificates in the file of `--ca`. */
export async function readAuthorities(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--ca ${file} cannot be read (${readErrorCode(error)})`);
  });
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(
      `--ca ${file} does not contain a PEM certificate (-----BEGIN CERTIFICATE-----)`,
    );
  return text;
}
