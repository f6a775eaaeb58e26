import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../contract/files.ts';
import type { Certificate } from './server-parts.ts';

/** How long before its end a certificate is replaced, in milliseconds. */
const margin = 30 * 24 * 60 * 60 * 1000;

/** The names of this machine that every certificate holds. */
const ownNames = ['localhost', '127.0.0.1', '::1'] as const;

/**
 * The certificate for some names beside `localhost`: the one that was made for them before, otherwise a new one, which is
 * kept. It signs itself and can sign no other, so trusting it puts no other site at risk.
 * @param names host names and addresses; `.example.com` stands for the domain and its subdomains
 */
export async function openCertificate(names: readonly string[]): Promise<Certificate> {
  const all = [...new Set([...ownNames, ...names.flatMap(toSubjectNames)])];
  const place = path.join(findCacheFolder(process.env), toFolderName(all));
  const kept = await readKept(place);
  if (kept !== undefined) return { ...kept, isNew: false };
  // Loaded only for this: the library for certificates is larger than a start.
  const { makeCertificate } = await import('./make-certificate.ts');
  const made = makeCertificate(all);
  return keep(place, made);
}

/** Where programs of this user keep what they can make again. */
export function findCacheFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  const byPlatform: Partial<Record<NodeJS.Platform, string | undefined>> = {
    darwin: path.join(homedir(), 'Library', 'Caches'),
    win32: LOCALAPPDATA,
  };
  const base = XDG_CACHE_HOME || byPlatform[process.platform] || path.join(homedir(), '.cache');
  return path.join(base, 'site-contract');
}

/** Each set of names has a folder of its own, so that two mocks do not replace each other's certificate. */
function toFolderName(names: readonly string[]): string {
  if (names.length === ownNames.length) return 'https';
  const digest = createHash('sha256').update([...names].sort().join(' '));
  return `https-${digest.digest('hex').slice(0, 12)}`;
}

function toSubjectNames(name: string): readonly string[] {
  // A wildcard address cannot be called.
  if (name === '0.0.0.0' || name === '::') return [];
  return name.startsWith('.') ? [name.slice(1), `*${name}`] : [name];
}

type Kept = Omit<Certificate, 'isNew'>;

/** Undefined when there is none that is valid for long enough, or it cannot be read. */
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

/** Puts both files in place at once: of two mocks that start together, the second uses what the first has made. */
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
    // A folder takes no other's place, so that the first one stays. One that is of no more use is removed before.
    await rename(made, place).catch(async () => {
      if ((await readKept(place)) !== undefined) return rm(made, { recursive: true });
      await rm(place, { recursive: true });
      return rename(made, place);
    });
  } catch {
    // A read-only file system: the certificate lasts as long as the mock.
    return { cert, key, file: undefined, isNew: true };
  }
  const kept = await readKept(place);
  if (kept === undefined) return { cert, key, file: undefined, isNew: true };
  return { ...kept, isNew: kept.cert === cert };
}
