import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { readErrorCode } from '../../contract/errors.ts';
import { assertReadable } from '../../contract/files.ts';
import type { Certificate, HttpsOptions } from '../../mock/index.ts';
import { UsageError } from '../usage-error.ts';

interface HttpsValues {
  https: boolean;
  cert: string | undefined;
  key: string | undefined;
}

/**
 * What the mock is told of HTTPS: a certificate of the user's own turns it on as well.
 * @throws UsageError when a file cannot be read, or the two do not belong together
 */
export function openHttps({ https, cert, key }: HttpsValues): boolean | HttpsOptions {
  if (cert === undefined && key === undefined) return https;
  if (cert === undefined || key === undefined)
    throw new UsageError('--cert and --key go together; pass both, or only --https');
  const options = { cert: readPem('--cert', cert), key: readPem('--key', key) };
  assertPem('--cert', cert, options.cert, 'CERTIFICATE');
  assertPem('--key', key, options.key, 'PRIVATE KEY');
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

function readPem(option: string, file: string): string {
  assertReadable(file, `${option}: ${file}`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${option}: ${file} cannot be read (${readErrorCode(error)})`);
  }
}

function assertPem(option: string, file: string, text: string, label: string): void {
  if (!new RegExp(`-----BEGIN (?:[A-Z0-9]+ )*${label}-----`).test(text))
    throw new UsageError(`${option}: ${file} has no ${label.toLowerCase()} in PEM form`);
}

/** How browsers and programs come to trust a certificate that the mock made, a line each. */
export function explainTrust({ file }: Certificate, platform: NodeJS.Platform): readonly string[] {
  if (file === undefined) {
    return [
      'created a certificate for this run only, because the cache folder is not writable',
      'pass --cert and --key to use one that clients trust',
    ];
  }
  const path = quote(file);
  const browsers: Partial<Record<NodeJS.Platform, string>> = {
    darwin: `security add-trusted-cert -p ssl -k ~/Library/Keychains/login.keychain-db ${path}`,
    win32: `certutil -user -addstore Root ${path}`,
  };
  // The folder belongs to Chromium, which creates it at its first start.
  const database = '$HOME/.pki/nssdb';
  const chrome = `mkdir -p ${database} && certutil -d sql:${database} -A -t P,, -n site-contract -i ${path}`;
  return [
    `created a certificate for this machine: ${file}`,
    `to make browsers trust it, run: ${browsers[platform] ?? chrome}`,
    `Node.js trusts it with NODE_EXTRA_CA_CERTS=${path}, curl with --cacert ${path}`,
  ];
}

function quote(file: string): string {
  return /^[\w@%+=:,./-]+$/.test(file) ? file : `"${file}"`;
}
