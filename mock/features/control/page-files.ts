import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { MockRequest } from '../../handler.ts';
import type { ReplyContent } from '../../http/steps.ts';
import { Refusal } from '../../refusal.ts';

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

/** Returns the name of a file of the page, which is empty for the page without its slash; undefined for other paths. */
export function toPageFile({ method, path: asked }: MockRequest): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (asked === '/__mock') return '';
  if (asked === '/__mock/') return 'page.html';
  if (asked === '/__mock/docs') return 'docs.html';
  return /^\/__mock\/assets\/([^/]+)$/.exec(asked)?.[1];
}

/**
 * Reads a file of the page: `page.html`, `docs.html`, their scripts and styles, or a file of the contract viewer if it is
 * installed. The files contain no data, and are the only responses without a token.
 */
export async function readPage(
  name: string,
): Promise<ReplyContent | Refusal<'invalid-parameter' | 'not-found'>> {
  // Relative to the request, which may include a base path.
  const moved = { status: 308, mediaType: undefined, headers: ['Location', '__mock/'] };
  if (name === '') return { ...moved, body: undefined };
  if (!/^[a-z][\w.-]*$/i.test(name))
    return new Refusal('invalid-parameter', 'The name of a file of the page is not valid.');
  const content = await readContent(name);
  if (content === undefined) return new Refusal('not-found', `The page has no file ${name}.`);
  const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
  const headers = ['Content-Security-Policy', securityPolicy];
  return { status: 200, mediaType, headers, body: content };
}

let builtFiles: Promise<Readonly<Record<string, string>>> | undefined;

/** In the sources, for example in tests, the files are built on first use. The build replaces this with their text. */
async function makeFiles(): Promise<Readonly<Record<string, string>>> {
  const { bundlePage } = await import('../../../page/bundle-page.mjs');
  return bundlePage();
}

/** Files of `swagger-ui-dist`, the contract viewer and an optional peer dependency. */
const viewerFiles = ['swagger-ui-bundle.js', 'swagger-ui.css'];

async function readContent(name: string): Promise<string | undefined> {
  const viewer = findViewer();
  if (viewerFiles.includes(name)) return viewer && readFile(path.join(viewer, name), 'utf8');
  builtFiles ??= makeFiles();
  const files = await builtFiles;
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (name !== 'docs.html' || viewer === undefined) return file;
  return file?.replace(
    '<!-- viewer -->',
    `<link rel="stylesheet" href="assets/swagger-ui.css">
<script defer src="assets/swagger-ui-bundle.js"></script>`,
  );
}

/** Searches for the viewer in the current folder and in that of this package. */
function findViewer(): string | undefined {
  for (const start of [path.join(process.cwd(), 'package.json'), process.argv[1] ?? '']) {
    try {
      const packageFile = createRequire(path.resolve(start)).resolve(
        'swagger-ui-dist/package.json',
      );
      return path.dirname(packageFile);
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}
