import { createSecureContext } from 'node:tls';
import { readErrorCode } from '../../contract/errors.ts';
import { readTextFile } from '../../contract/files.ts';
import type { HttpsOptions } from '../../mock/index.ts';
import { UsageError } from '../usage-error.ts';

/** Explains in one line why a server cannot listen. Rethrows any other error. */
export function explainListenError(error: unknown, host: string, port: number): UsageError {
  const code = readErrorCode(error);
  if (code === 'EADDRINUSE')
    return new UsageError(`port ${port} of ${host} is in use; --port 0 selects a free one`);
  if (code === 'EACCES')
    return new UsageError(
      `port ${port} of ${host} requires more privileges; use a port from 1024 upwards`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new UsageError(`${host} is not an address of this machine; use --host 127.0.0.1`);
  throw error;
}

interface HttpsValues {
  https: boolean;
  cert: string | undefined;
  key: string | undefined;
}

/**
 * The HTTPS options of the mock. A certificate implies `--https`.
 * @throws UsageError if a file cannot be read, or certificate and key do not match
 */
export function openHttps({ https, cert, key }: HttpsValues): boolean | HttpsOptions {
  if (cert === undefined && key === undefined) return https;
  if (cert === undefined || key === undefined)
    throw new UsageError('--cert and --key go together; pass both, or only --https');
  const options = {
    cert: readPem('--cert', cert, 'CERTIFICATE'),
    key: readPem('--key', key, 'PRIVATE KEY'),
  };
  try {
    createSecureContext(options);
  } catch (error) {
    if (readErrorCode(error) === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH')
      throw new UsageError(`--key: ${key} is not the private key of the certificate in ${cert}`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `--cert and --key must be a certificate and its private key in PEM form, without a passphrase (${reason})`,
    );
  }
  return options;
}

function readPem(option: string, file: string, label: string): string {
  const text = readTextFile(file, `${option}: ${file}`);
  if (new RegExp(`-----BEGIN (?:[A-Z0-9]+ )*${label}-----`).test(text)) return text;
  throw new UsageError(`${option}: ${file} has no ${label.toLowerCase()} in PEM form`);
}
