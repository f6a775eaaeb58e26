import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface PageFile {
  mediaType: string;
  content: string;
  /** Changes with the content (RFC 9110, section 8.8.3). */
  tag: string;
}

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Everything is loaded from the mock, inline code is not allowed, and no page can frame this one. */
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

/** What every file of the page carries beside what every answer of the control surface does. */
export const pageHeaders: readonly string[] = [
  ...['Content-Security-Policy', securityPolicy],
  // Browsers revalidate it each time, and it is sent again only if it has changed.
  ...['Cache-Control', 'no-cache'],
];

let made: Promise<Readonly<Record<string, string>>> | undefined;

/** From the sources, as in tests, the files are made when they are first asked for. The build puts them there as text. */
async function makeFiles(): Promise<Readonly<Record<string, string>>> {
  const { bundlePage } = await import('../../../page/bundle-page.mjs');
  return bundlePage();
}

/**
 * Reads a file of the page: `page.html`, `docs.html`, one of their scripts and styles, or one of the viewer of contracts
 * when it is installed. Undefined when there is no such file.
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

/** The page of the contract asks for the viewer only where there is one. */
function addViewer(page: string | undefined): string | undefined {
  return page?.replace(
    '<!-- viewer -->',
    `<link rel="stylesheet" href="assets/swagger-ui.css">
<script defer src="assets/swagger-ui-bundle.js"></script>`,
  );
}

/** What of the viewer a browser needs, by the names that it is served under. */
const files = { 'swagger-ui-bundle.js': true, 'swagger-ui.css': true } as const;

/**
 * Reads a file of the viewer of contracts, when the viewer is installed: `swagger-ui-dist`, an optional peer dependency.
 * It is looked for where the command was called, and where the command is installed.
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
