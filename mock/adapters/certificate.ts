import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../contract/files.ts';
import type { Certificate } from './node-http.ts';

/** How long before it expires a certificate is replaced, in milliseconds. */
const margin = 30 * 24 * 60 * 60 * 1000;

/** The names of this machine, which every certificate contains. */
const ownNames = ['localhost', '127.0.0.1', '::1'] as const;

/**
 * Returns a certificate for `localhost` and the given names: the cached one if it is still valid, otherwise a new one.
 * It is self-signed and cannot sign others, so trusting it does not put other sites at risk.
 * @param names host names and addresses; `.example.com` means the domain and its subdomains
 */
export async function openCertificate(names: readonly string[]): Promise<Certificate> {
  const all = [...new Set([...ownNames, ...names.flatMap(toSubjectNames)])];
  const place = path.join(findCacheFolder(process.env), toFolderName(all));
  const kept = await readKept(place);
  if (kept !== undefined) return { ...kept, isNew: false };
  // Loaded on demand: the certificate library is larger than everything that a start loads.
  const { makeCertificate } = await import('./make-certificate.ts');
  const made = makeCertificate(all);
  return keep(place, made);
}

/** Returns the folder where programs of this user cache files. */
export function findCacheFolder(environment: NodeJS.ProcessEnv): string {
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

type Kept = Omit<Certificate, 'isNew'>;

/** Returns undefined if no readable certificate is valid for long enough. */
async function readKept(place: string): Promise<Kept | undefined> {
  const file = path.join(place, 'certificate.pem');
  try {
    const [cert, key] = await Promise.all([
      readFile(file, 'utf8'),
      readFile(path.join(place, 'key.pem'), 'utf8'),
    ]);
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
async function keep(
  place: string,
  { cert, key }: Pick<Kept, 'cert' | 'key'>,
): Promise<Certificate> {
  try {
    const parent = path.dirname(place);
    makeFolder(parent, 0o700);
    const made = await mkdtemp(`${place}.`);
    await Promise.all([
      writeFile(path.join(made, 'certificate.pem'), cert),
      writeFile(path.join(made, 'key.pem'), key, { mode: 0o600 }),
    ]);
    // A rename does not replace a folder, so the first one stays. An unusable one is removed first.
    await rename(made, place).catch(async () => {
      if ((await readKept(place)) !== undefined) return rm(made, { recursive: true });
      await rm(place, { recursive: true });
      return rename(made, place);
    });
  } catch {
    // On a read-only file system, the certificate lasts as long as the mock.
    return { cert, key, file: undefined, isNew: true };
  }
  const kept = await readKept(place);
  if (kept === undefined) return { cert, key, file: undefined, isNew: true };
  return { ...kept, isNew: kept.cert === cert };
}
