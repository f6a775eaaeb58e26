// Generated from spec/requirements.yaml by `npm run generate`. Do not edit: change that file.
export type RequirementId =
  | 'operations-exist'
  | 'bodies-are-json'
  | 'request-bodies-are-json'
  | 'texts-come-back-unchanged'
  | 'writes-last'
  | 'refusals-have-no-effect'
  | 'no-server-errors'
  | 'ids-are-unique'
  | 'concurrent-requests-are-independent'
  | 'site-shape'
  | 'site-host-url-is-an-origin'
  | 'site-key-belongs-to-its-site'
  | 'route-shape'
  | 'route-pathname-starts-with-a-slash'
  | 'route-variants-default-to-empty'
  | 'webhook-shape'
  | 'page-shape'
  | 'path-parameters-are-uuids'
  | 'unknown-resources-are-refused'
  | 'names-are-not-constrained-by-the-interface'
  | 'uuid-form-is-not-shown'
  | 'no-lifecycle'
  | 'create-route-status'
  | 'create-route-stores-what-was-sent'
  | 'create-route-body'
  | 'skip-validation-is-an-enum'
  | 'skip-validation-skips'
  | 'pathname-rules-are-not-shown'
  | 'update-route-status'
  | 'update-route-changes-what-is-named'
  | 'update-route-body'
  | 'create-site-status'
  | 'create-site-stores-what-was-sent'
  | 'create-site-body'
  | 'create-site-in-its-workspace'
  | 'site-locale-is-accepted'
  | 'duplicate-site-status'
  | 'duplicate-site-is-a-new-site'
  | 'duplicate-site-copies'
  | 'duplicate-site-name'
  | 'duplicate-site-body'
  | 'duplicate-site-copies-routes'
  | 'unnamed-duplicates-are-not-described'
  | 'list-sites-status'
  | 'list-sites-limit'
  | 'list-sites-default-limit'
  | 'list-sites-after'
  | 'list-sites-has-more'
  | 'list-sites-is-complete'
  | 'list-sites-is-of-one-workspace'
  | 'list-sites-shows-current-records'
  | 'list-sites-is-stable'
  | 'list-details-are-not-shown'
  | 'update-site-succeeds'
  | 'update-site-changes-what-is-named'
  | 'update-site-body'
  | 'update-site-details-are-not-shown'
  | 'create-webhook-status'
  | 'create-webhook-stores-what-was-sent'
  | 'create-webhook-body'
  | 'event-types'
  | 'webhook-address-rules-are-not-shown'
  | 'event-delivery'
  | 'other-operations'
  | 'key-is-required'
  | 'key-is-checked'
  | 'key-is-not-the-site-key'
  | 'key-is-secret'
  | 'key-management'
  | 'errors-are-not-shown'
  | 'rate-and-size-limits'
  | 'version-prefix'
  | 'version-policy'
  | 'unknown-input-is-not-described'
  | 'near-misses-are-refused'
;
export interface Requirement {
  level: 'MUST' | 'SHOULD' | 'OBSERVE';
  /** In our words. */
  statement: string;
  /** The section of the interface. */
  section: string;
  /** JSON Pointer into the OpenAPI document. */
  document: string;
  /** Why no check can prove it. */
  untested?: string;
}
export declare const requirements: Readonly<Record<RequirementId, Requirement>>;
/** What the derived checks of an operation prove. */
export interface OperationRequirements {
  status: RequirementId;
  shape: RequirementId;
  /** Where the operation has a request body. */
  body?: RequirementId;
}
export declare const operationRequirements: {
  readonly listSites: OperationRequirements;
  readonly createSite: OperationRequirements;
  readonly updateSite: OperationRequirements;
  readonly duplicateSite: OperationRequirements;
  readonly createRoute: OperationRequirements;
  readonly updateRoute: OperationRequirements;
  readonly createWebhook: OperationRequirements;
};
