// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change that file.
/** The ids of every operation, in the order of the document. */
export const operationIds = [
  'listSites',
  'createSite',
  'updateSite',
  'duplicateSite',
  'createRoute',
  'updateRoute',
  'createWebhook',
] as const;
/** One of `operationIds`. */
export type OperationId = (typeof operationIds)[number];

/** The parameters and the fields of the body that have a default, by operation. */
export interface OperationDefaults {
  listSites: { parameters: 'limit'; body: never };
  createSite: { parameters: never; body: never };
  updateSite: { parameters: never; body: never };
  duplicateSite: { parameters: never; body: never };
  createRoute: { parameters: never; body: 'localizedVariants' };
  updateRoute: { parameters: never; body: never };
  createWebhook: { parameters: never; body: never };
}

/** The ids of every assumption, in the order of the document. */
export const assumptionIds = [
  'update-site-status',
  'empty-update',
  'missing-update-body',
  'missing-duplicate-body',
  'unnamed-copy-name',
  'copied-api-key',
  'host-url-default',
  'null-host-url',
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
/** One of `assumptionIds`. */
export type AssumptionId = (typeof assumptionIds)[number];

/** The ids of every problem, in the order of the document. */
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
  'conflict',
  'body-too-large',
  'unsupported-media-type',
  'invalid-body',
  'internal-error',
  'unavailable',
  'not-saved',
] as const;
/** One of `problemIds`. */
export type ProblemId = (typeof problemIds)[number];

export const eventTypes = ["page.created","page.deleted","page.updated","page.restored","site.published"] as const;

/** The value of each assumption. */
export interface AssumptionValues {
  /** Which status does a successful site update return? */
  'update-site-status': 200 | 201 | 202;
  /** Is an update with an empty object accepted? */
  'empty-update': "accepted" | "refused";
  /** Is an update without a request body accepted? */
  'missing-update-body': "refused" | "accepted";
  /** Can a site be duplicated without a request body? */
  'missing-duplicate-body': "accepted" | "refused";
  /** What is the name of a duplicate if the request gives none? */
  'unnamed-copy-name': string;
  /** Does a duplicate get its own apiKey? */
  'copied-api-key': "own" | "original";
  /** What is the hostUrl of a site that was created without one? */
  'host-url-default': null | string;
  /** What does an update with null as hostUrl do? */
  'null-host-url': "refused" | "removed" | "ignored";
  /** Is a host URL stored as it was sent? */
  'host-url-form': "normalised" | "verbatim";
  /** What happens if a host URL has a path, query, fragment or credentials? */
  'host-url-beyond-origin': "refused" | "trimmed";
  /** Can two sites of a workspace have the same host URL? */
  'unique-host-url': "allowed" | "refused";
  /** Which site names are accepted? */
  'name-form': "any" | "not-blank" | "plain";
  /** How long can a site name be? */
  'name-max-length': null | number;
  /** Which locales are accepted? */
  'locale-form': "language-region" | "any";
  /** Which pathnames are accepted unless validation is skipped? */
  'pathname-form': "uri-path" | "leading-slash" | "lower-case";
  /** Is a localized variant without a locale or a pathname accepted? */
  'incomplete-variant': "refused";
  /** Can two routes of a site have the same pathname? */
  'unique-pathname': "allowed" | "refused";
  /** Which webhook URLs are accepted? */
  'webhook-url-form': "http" | "https" | "public-https" | "any";
  /** Can a URL be registered twice for the same event type? */
  'unique-webhook': "allowed" | "refused";
  /** In which order are sites listed? */
  'list-order': "oldest-first" | "newest-first" | "by-name" | "by-id";
  /** What is hasMore for limit=0 if the workspace has sites? */
  'limit-zero': "more" | "none";
  /** What happens if limit is not an integer? */
  'limit-fraction': "refused" | "floored";
  /** What happens if the cursor belongs to no record of the list? */
  'unknown-cursor': "refused" | "not-found" | "empty" | "start";
  /** How does the service respond for an unknown workspace? */
  'unknown-workspace': string | number;
  /** What happens to undocumented query parameters? */
  'unknown-query-parameters': "ignored" | "refused";
  /** What happens to undocumented fields of a request body? */
  'unknown-fields': "ignored" | "refused";
  /** Which UUID version do new ids have? */
  'uuid-version': 4 | 7;
  /** Are UUIDs written in lower or upper case? */
  'uuid-case': "lower" | "upper";
  /** What is the body of an error response? */
  'error-format': "problem-details" | "json" | "text" | "empty";
  /** Which status refuses a body that does not match the schema or a rule? */
  'error-status-invalid-body': number;
  /** Which status refuses an invalid path or query parameter? */
  'error-status-invalid-parameter': number;
  /** Which status refuses a missing or wrong API key? */
  'error-status-unauthorized': number;
  /** Which status is returned for an unknown record? */
  'error-status-not-found': number;
  /** Does the service have operations that the interface does not show, such as deleting a site? */
  'other-operations': "none";
  /** Do resources have states that affect operations? */
  'lifecycle': "none";
  /** What does an API key give access to? */
  'api-key-scope': "everything";
  /** How many requests can a client make? */
  'rate-limit': "none";
  /** How large can a request body be? */
  'body-size-limit': number;
  /** How are versions of the interface identified and kept compatible? */
  'versioning': "path-prefix";
  /** Which operation causes which event? */
  'event-causes': "none";
  /** What does a delivered event contain? */
  'event-payload': "type-timestamp-data";
  /** How is a delivery signed? */
  'event-signing': "standard-webhooks";
  /** When is a failed delivery retried? */
  'event-retries': "standard-webhooks";
}
