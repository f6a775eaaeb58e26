import { createSecureContext } from 'node:tls';
import { readTextFile } from '../../contract/files.ts';
import type { HttpsOptions } from '../../mock/index.ts';
import type { MockValues } from '../commands/mock-options.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The HTTPS options of the mock. A certificate implies `--https`.
 * @throws UsageError if a file cannot be read, or certificate and key do not match
 */
export function readHttps({ https, cert, key }: MockValues): boolean | HttpsOptions {
  if (cert === undefined && key === undefined) return https;
  if (cert === undefined || key === undefined)
    throw new UsageError('--cert and --key go together; pass both, or only --https');
  const options = {
    cert: readTextFile(cert, `--cert: ${cert}`),
    key: readTextFile(key, `--key: ${key}`),
  };
  try {
    createSecureContext(options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `--cert and --key must be a certificate and its private key in PEM form, without a passphrase (${reason})`,
    );
  }
  return options;
}
