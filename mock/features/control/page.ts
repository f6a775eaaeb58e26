import type { ControlContext } from './control-context.ts';
import { FileResult } from './control-reply.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** The page, and the files that it consists of. They hold no data, and are the only answers without a token. */
export function createPageHandlers(
  _context: ControlContext,
): ControlHandlers<'readPage' | 'readDocs' | 'readAsset'> {
  return {
    readPage: ({ head }) => answerFile('page.html', head.header('if-none-match')),
    readDocs: ({ head }) => answerFile('docs.html', head.header('if-none-match')),
    readAsset: ({ head, parameters }) => answerFile(parameters.name, head.header('if-none-match')),
  };
}

async function answerFile(name: string, known = ''): Promise<FileResult | ControlRefusal> {
  // Loaded on the first request for the page.
  const { pageHeaders, readPageFile } = await import('./read-page-file.ts');
  const file = await readPageFile(name);
  if (file === undefined) return new ControlRefusal('not-found', `The page has no file ${name}.`);
  const { mediaType, content, tag } = file;
  return new FileResult(mediaType, content, {
    status: isKnown(tag, known) ? 304 : 200,
    headers: [...pageHeaders, 'ETag', tag],
  });
}

/** Whether a client that names the tags that it has names this one (RFC 9110, section 13.1.2). */
function isKnown(tag: string, known: string): boolean {
  return known.split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}
