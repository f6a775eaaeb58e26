import {
  hasPath,
  hasQuery,
  isNoUri,
  siteOperations,
  takeHost,
  takeUrl,
  toOrigin,
} from '../deviations/forms.ts';
import type { Entry } from '../entry.ts';

export const badForms: readonly Entry[] = [
  ...siteOperations.flatMap((operationId) => [
    {
      id: `bad-forms/${operationId}-host-with-path`,
      title: `${operationId} accepts a host with a path and keeps the path.`,
      deviate: takeHost([operationId], hasPath),
    },
    {
      id: `bad-forms/${operationId}-host-path-cut`,
      level: 'should' as const,
      title: `${operationId} accepts a host with a path and drops the path.`,
      deviate: takeHost([operationId], hasPath, toOrigin),
    },
    {
      id: `bad-forms/${operationId}-host-with-query`,
      title: `${operationId} accepts a host with a query.`,
      deviate: takeHost([operationId], hasQuery),
    },
    {
      id: `bad-forms/${operationId}-host-no-uri`,
      title: `${operationId} accepts any string as a host.`,
      deviate: takeHost([operationId], isNoUri),
    },
    {
      id: `bad-forms/${operationId}-host-no-uri-ignored`,
      title: `${operationId} ignores a host that is not a URI.`,
      deviate: takeHost([operationId], isNoUri, () => undefined),
    },
    {
      id: `bad-forms/${operationId}-host-empty`,
      level: 'should' as const,
      title: `${operationId} accepts an empty string as a host.`,
      deviate: takeHost([operationId], (hostUrl) => hostUrl === ''),
    },
  ]),
  {
    id: 'bad-forms/host-scheme-added',
    title: 'A host without a scheme is accepted and gets https in front.',
    deviate: takeHost(
      siteOperations,
      (hostUrl) => /^[a-z0-9.-]+$/i.test(hostUrl),
      (hostUrl) => `https://${hostUrl}`,
    ),
  },
  {
    id: 'bad-forms/url-any-text',
    title: 'Any text is accepted as the URL of a webhook.',
    deviate: takeUrl(() => true),
  },
  {
    id: 'bad-forms/url-relative',
    title: 'A path is accepted as the URL of a webhook.',
    deviate: takeUrl((url) => url.startsWith('/')),
  },
];
