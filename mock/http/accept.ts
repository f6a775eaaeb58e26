import type { RequestHead } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';

/** Makes the step that refuses a request which does not accept the media type of the answer. */
export function createNegotiator(mediaType: string): (request: RequestHead) => Refusal | undefined {
  const refusal = new Refusal(
    'not-acceptable',
    `The answer comes as ${mediaType}, which the Accept header leaves out. Accept it, or leave the header out.`,
    { faults: [{ header: 'Accept', detail: `must admit ${mediaType}` }] },
  );
  return (request) => {
    const accept = request.header('accept');
    if (accept === undefined || accept === '*/*' || accept === mediaType) return undefined;
    return isAccepted(accept, mediaType) ? undefined : refusal;
  };
}

/** Whether an Accept header admits a media type: the most specific range decides (RFC 9110, section 12.5.1). */
export function isAccepted(accept: string, mediaType: string): boolean {
  const ranges = ['*/*', `${mediaType.slice(0, mediaType.indexOf('/'))}/*`, mediaType];
  let best = -1;
  let quality = 0;
  let isEmpty = true;
  for (const element of accept.split(',')) {
    const [range = '', ...parameters] = element.split(';').map((part) => part.trim());
    if (range === '') continue;
    isEmpty = false;
    const specificity = ranges.indexOf(range.toLowerCase());
    if (specificity <= best) continue;
    best = specificity;
    quality = readQuality(parameters);
  }
  // A header without any range is as good as none.
  return isEmpty || quality > 0;
}

/** The weight of a range; one that cannot be read counts as 1. */
function readQuality(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return Number.isNaN(quality) ? 1 : quality;
}
