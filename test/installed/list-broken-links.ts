import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Lists the links of a Markdown file to files or headings that do not exist. Links to other sites are not checked. */
export function listBrokenLinks(root: string, page: string): string[] {
  const text = withoutCode(readFileSync(path.join(root, page), 'utf8'));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  );
  return links
    .filter((link) => !leadsSomewhere(root, page, link))
    .map((link) => `${page}: ${link}`);
}

function leadsSomewhere(root: string, page: string, link: string): boolean {
  if (/^(?:https?:|mailto:)/.test(link)) return true;
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : path.join(path.dirname(page), decodeURIComponent(file));
  const found = path.join(root, target);
  // A package contains nothing above its own folder.
  if (target.startsWith('..') || !existsSync(found)) return false;
  if (heading === undefined) return true;
  return toHeadings(withoutCode(readFileSync(found, 'utf8'))).includes(heading);
}

/** The anchors of headings on GitHub and npm. */
function toHeadings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

const withoutCode = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, 'code');
