// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change the document.
export const operationIds = [
  'listSites',
  'createSite',
  'updateSite',
  'duplicateSite',
  'createRoute',
  'updateRoute',
  'createWebhook',
] as const;
export type OperationId = (typeof operationIds)[number];

export const assumptionIds = [
  'update-site-status',
  'empty-update',
  'missing-update-body',
  'missing-duplicate-body',
  'unnamed-copy-name',
  'copied-api-key',
  'host-url-default',
  'host-url-form',
  'host-url-beyond-origin',
  'unique-host-url',
  'name-form',
  'name-max-length',
  'locale-form',
  'pathname-form',
  'incomplete-variant',
  'unique-pathname',
  'webhook-url-form',
  'unique-webhook',
  'list-order',
  'limit-zero',
  'limit-fraction',
  'unknown-cursor',
  'unknown-workspace',
  'unknown-query-parameters',
  'unknown-fields',
  'uuid-version',
  'uuid-case',
  'error-format',
  'error-status-invalid-body',
  'error-status-invalid-parameter',
  'error-status-unauthorized',
  'error-status-not-found',
  'other-operations',
  'lifecycle',
  'api-key-scope',
  'rate-limit',
  'body-size-limit',
  'versioning',
  'event-causes',
  'event-payload',
  'event-signing',
  'event-retries',
] as const;
export type AssumptionId = (typeof assumptionIds)[number];

export const problemIds = [
  'malformed-request',
  'invalid-parameter',
  'unreadable-body',
  'unauthorized',
  'unknown-path',
  'not-found',
  'unknown-workspace',
  'method-not-allowed',
  'not-acceptable',
  'request-timeout',
  'conflict',
  'body-too-large',
  'target-too-long',
  'unsupported-media-type',
  'expectation-failed',
  'invalid-body',
  'headers-too-large',
  'internal-error',
  'unavailable',
  'not-saved',
] as const;
export type ProblemId = (typeof problemIds)[number];

export const eventTypes = ["page.created","page.deleted","page.updated","page.restored","site.published"] as const;

/** The value of each assumption. */
export interface AssumptionValues {
  'update-site-status': 200 | 201 | 202;
  'empty-update': "accepted" | "refused";
  'missing-update-body': "refused" | "accepted";
  'missing-duplicate-body': "accepted" | "refused";
  'unnamed-copy-name': string;
  'copied-api-key': "own" | "original";
  'host-url-default': null | string;
  'host-url-form': "normalised" | "verbatim";
  'host-url-beyond-origin': "refused" | "trimmed";
  'unique-host-url': "allowed" | "refused";
  'name-form': "any" | "not-blank" | "plain";
  'name-max-length': null | number;
  'locale-form': "language-region" | "any";
  'pathname-form': "uri-path" | "leading-slash" | "lower-case";
  'incomplete-variant': "refused";
  'unique-pathname': "allowed" | "refused";
  'webhook-url-form': "http" | "https" | "public-https" | "any";
  'unique-webhook': "allowed" | "refused";
  'list-order': "oldest-first" | "newest-first" | "by-name" | "by-id";
  'limit-zero': "more" | "none";
  'limit-fraction': "refused" | "floored";
  'unknown-cursor': "refused" | "not-found" | "empty" | "start";
  'unknown-workspace': string | number;
  'unknown-query-parameters': "ignored" | "refused";
  'unknown-fields': "ignored" | "refused";
  'uuid-version': 4 | 7;
  'uuid-case': "lower" | "upper";
  'error-format': "problem-details" | "json" | "text" | "empty";
  'error-status-invalid-body': number;
  'error-status-invalid-parameter': number;
  'error-status-unauthorized': number;
  'error-status-not-found': number;
  'other-operations': "none";
  'lifecycle': "none";
  'api-key-scope': "everything";
  'rate-limit': "none";
  'body-size-limit': number;
  'versioning': "path-prefix";
  'event-causes': "none";
  'event-payload': "type-timestamp-data";
  'event-signing': "standard-webhooks";
  'event-retries': "standard-webhooks";
}
