import type { ApiContent } from './read-api.ts';

/** A media type without parameters, and the parameters that distinguish content. The charset of JSON does not. */
function split(mediaType: string): { bare: string; parameters: string } {
  const [bare = '', ...parameters] = mediaType.split(';');
  const kept = parameters.filter((each) => each !== '' && !/^(?:charset|boundary|q)=/.test(each));
  return { bare, parameters: kept.sort().join(';') };
}

/** Whether a media type or range includes another one. */
export function coversMediaType(range: string, mediaType: string): boolean {
  const [wide, narrow] = [split(range), split(mediaType)];
  if (wide.parameters !== '' && narrow.parameters !== '' && wide.parameters !== narrow.parameters)
    return false;
  return (
    wide.bare === narrow.bare ||
    wide.bare === '*/*' ||
    (wide.bare.endsWith('/*') && narrow.bare.startsWith(wide.bare.slice(0, -1)))
  );
}

/** Finds the same media type, or the narrowest range that includes it. */
export function findContent(
  content: readonly ApiContent[],
  mediaType: string,
): ApiContent | undefined {
  const { bare } = split(mediaType);
  const covering = content.filter((each) => coversMediaType(each.mediaType, mediaType));
  return (
    covering.find((each) => each.mediaType === mediaType) ??
    covering.find((each) => split(each.mediaType).bare === bare) ??
    covering.find((each) => split(each.mediaType).bare !== '*/*') ??
    covering[0]
  );
}
