import { toVisibleText } from './visible-text.ts';

/**
 * Text that is safe between the tags of HTML and XML, and between the quotes of their attributes. Characters that XML 1.0
 * (section 2.2) bars are made visible.
 */
export function escapeMarkup(text: string): string {
  return toVisibleText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
