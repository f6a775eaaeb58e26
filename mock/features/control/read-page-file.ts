import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface PageFile {
  mediaType: string;
  content: string;
  /** The ETag, which changes with the content (RFC 9110, section 8.8.3). */
  tag: string;
}

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Only resources of the mock are loaded, inline code is not allowed, and no page can frame this one. */
const securityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every file of the page, in addition to those of all replies. */
export const pageHeaders: readonly string[] = [
  ...['Content-Security-Policy', securityPolicy],
  // Browsers revalidate each file, and download it only if it has changed.
  ...['Cache-Control', 'no-cache'],
];

let made: Promise<Readonly<Record<string, string>>> | undefined;

/** In the sources, for example in tests, the files are built on first use. The build replaces this with their text. */
async function makeFiles(): Promise<Readonly<Record<string, string>>> {
  const { bundlePage } = await import('../../../page/bundle-page.mjs');
  return bundlePage();
}

/**
 * Reads a file of the page: `page.html`, `docs.html`, their scripts and styles, or a file of the contract viewer if it
 * is installed. Returns undefined if the file does not exist.
 */
export async function readPageFile(name: string): Promise<PageFile | undefined> {
  made ??= makeFiles();
  const files = await made;
  const file = Object.hasOwn(files, name) ? files[name] : await readViewerFile(name);
  const content = name === 'docs.html' && findViewer() !== undefined ? addViewer(file) : file;
  if (content === undefined) return undefined;
  const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
  const digest = createHash('sha256').update(content).digest('base64url');
  return { mediaType, content, tag: `"${digest.slice(0, 22)}"` };
}

/** Adds the viewer to the page of the contract, if it is installed. */
function addViewer(page: string | undefined): string | undefined {
  return page?.replace(
    '<!-- viewer -->',
    `<link rel="stylesheet" href="assets/swagger-ui.css">
<script defer src="assets/swagger-ui-bundle.js"></script>`,
  );
}

/** Files of the viewer that a browser needs, by the names that they are served under. */
const files = { 'swagger-ui-bundle.js': true, 'swagger-ui.css': true } as const;

/**
 * Reads a file of `swagger-ui-dist`, the contract viewer and an optional peer dependency. It is searched for in the
 * current folder and in that of this package.
 */
async function readViewerFile(name: string): Promise<string | undefined> {
  if (!Object.hasOwn(files, name)) return undefined;
  const folder = findViewer();
  return folder === undefined ? undefined : readFile(path.join(folder, name), 'utf8');
}

export function findViewer(): string | undefined {
  for (const place of [path.join(process.cwd(), 'package.json'), process.argv[1] ?? '']) {
    try {
      const found = createRequire(path.resolve(place)).resolve('swagger-ui-dist/package.json');
      return path.dirname(found);
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}
