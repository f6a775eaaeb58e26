import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';

/** The certificate of a server and its private key, as PEM strings. */
export interface HttpsOptions {
  /** The certificate, followed by any intermediate certificates. */
  cert: string;
  /** The private key, without a passphrase. */
  key: string;
}

/** The certificate of a mock. */
export interface Certificate extends HttpsOptions {
  /** The file with the certificate, if the mock created it. */
  file: string | undefined;
  /** Whether it was just created, so that no client trusts it yet. */
  isNew: boolean;
}

const day = 24 * 60 * 60 * 1000;

/** How long before it expires a certificate is replaced, in milliseconds. */
const margin = 30 * day;

/** The names of this machine, which every certificate contains. */
const ownNames = ['localhost', '127.0.0.1', '::1'] as const;

/**
 * Returns a certificate for `localhost` and the given names: the cached one if it is still valid, otherwise a new one.
 * It is self-signed and cannot sign others, so trusting it does not put other sites at risk.
 * @param names host names and addresses; `.example.com` means the domain and its subdomains
 */
export async function openCertificate(names: readonly string[]): Promise<Certificate> {
  const all = [...new Set([...ownNames, ...names.flatMap(toSubjectNames)])];
  const folder = path.join(findCacheFolder(process.env), toFolderName(all));
  const cached = await readCached(folder);
  if (cached !== undefined) return { ...cached, isNew: false };
  const certificate = await makeCertificate(all);
  await store(folder, certificate).catch(() => undefined);
  const stored = await readCached(folder);
  // On a read-only file system, the certificate lasts as long as the mock.
  if (stored === undefined) return { ...certificate, file: undefined, isNew: true };
  return { ...stored, isNew: stored.cert === certificate.cert };
}

/** Creates a key and a self-signed certificate for host names and addresses. */
export async function makeCertificate(names: readonly string[]): Promise<HttpsOptions> {
  const { generate } = await import('selfsigned');
  const { cert, private: key } = generate([{ name: 'commonName', value: 'site-contract mock' }], {
    algorithm: 'sha256',
    keySize: 2048,
    // Browsers accept at most 398 days. The clock of a client may be an hour behind.
    days: 397,
    notBeforeDate: new Date(Date.now() - day / 24),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map(toAlternativeName) },
    ],
  });
  return { cert, key };
}

/** RFC 5280, section 4.2.1.6: a name has type 2, an address type 7. */
function toAlternativeName(name: string): object {
  return isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name };
}

/** Returns the folder where programs of this user cache files. */
function findCacheFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  const byPlatform: Partial<Record<NodeJS.Platform, string | undefined>> = {
    darwin: path.join(homedir(), 'Library', 'Caches'),
    win32: LOCALAPPDATA,
  };
  const base = XDG_CACHE_HOME || byPlatform[process.platform] || path.join(homedir(), '.cache');
  return path.join(base, 'site-contract');
}

/** Each set of names has its own folder, so that two mocks do not replace each other's certificate. */
function toFolderName(names: readonly string[]): string {
  if (names.length === ownNames.length) return 'https';
  const digest = createHash('sha256').update([...names].sort().join(' '));
  return `https-${digest.digest('hex').slice(0, 12)}`;
}

function toSubjectNames(name: string): readonly string[] {
  // Clients cannot call a wildcard address.
  if (name === '0.0.0.0' || name === '::') return [];
  return name.startsWith('.') ? [name.slice(1), `*${name}`] : [name];
}

/** Returns undefined if no readable certificate is valid for long enough. */
async function readCached(folder: string): Promise<Omit<Certificate, 'isNew'> | undefined> {
  const file = path.join(folder, 'certificate.pem');
  try {
    const cert = await readFile(file, 'utf8');
    const key = await readFile(path.join(folder, 'key.pem'), 'utf8');
    const parsed = new X509Certificate(cert);
    const isValid =
      Date.parse(parsed.validTo) - margin > Date.now() &&
      Date.parse(parsed.validFrom) <= Date.now() &&
      parsed.checkPrivateKey(createPrivateKey(key));
    return isValid ? { cert, key, file } : undefined;
  } catch {
    return undefined;
  }
}

/** Moves both files into place at once. If two mocks start together, the second uses the certificate of the first. */
async function store(folder: string, { cert, key }: HttpsOptions): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  const temporary = await mkdtemp(`${folder}.`);
  await writeFile(path.join(temporary, 'certificate.pem'), cert);
  await writeFile(path.join(temporary, 'key.pem'), key, { mode: 0o600 });
  // A rename does not replace a folder, so the first one stays. An unusable one is removed first.
  await rename(temporary, folder).catch(async () => {
    if ((await readCached(folder)) !== undefined) return rm(temporary, { recursive: true });
    await rm(folder, { recursive: true });
    return rename(temporary, folder);
  });
}
