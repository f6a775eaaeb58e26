import { isSame } from '../../contract/json.ts';
import type { ApiContent } from './api.ts';

/** A media type with the parameters that distinguish content. The charset of JSON does not. */
export function toMediaType(name: string): string {
  const [bare = '', ...parameters] = name.toLowerCase().replaceAll(/\s/g, '').split(';');
  const isKept = (parameter: string): boolean =>
    parameter !== '' && !/^(?:charset|boundary|q)=/.test(parameter);
  return [bare, ...parameters.filter(isKept).sort()].join(';');
}

/** Whether a media type or range includes another one. */
export function coversMediaType(range: string, mediaType: string): boolean {
  const [wide = '', ...terms] = range.split(';');
  const [narrow = '', ...narrowTerms] = mediaType.split(';');
  if (terms.length > 0 && narrowTerms.length > 0 && !isSame(terms, narrowTerms)) return false;
  const start = wide.replace(/(?:\*\/)?\*$/, '');
  return start === wide ? narrow === start : narrow.startsWith(start);
}

/** Finds the same media type, or the narrowest range that includes it. */
export function findContent(
  content: readonly ApiContent[],
  wanted: string,
): ApiContent | undefined {
  const covering = content.filter(({ mediaType }) => coversMediaType(mediaType, wanted));
  const toWidth = ({ mediaType }: ApiContent): number =>
    mediaType === wanted ? 0 : mediaType.split('*').length;
  return covering.sort((a, b) => toWidth(a) - toWidth(b))[0];
}
