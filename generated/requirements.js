// Made from spec/requirements.yaml by `npm run generate`. Do not edit: change the file.
export const requirements = {
  "operations-exist": {
    "level": "MUST",
    "statement": "All operations exist under their methods and paths, relative to the base URL, and a valid request to each succeeds.",
    "section": "Endpoints",
    "document": "/paths"
  },
  "bodies-are-json": {
    "level": "MUST",
    "statement": "Response bodies are JSON, with Content-Type application/json.",
    "section": "What the service does",
    "document": "/paths"
  },
  "request-bodies-are-json": {
    "level": "MUST",
    "statement": "Request bodies are JSON; what is no JSON is refused.",
    "section": "What the service does",
    "document": "/paths"
  },
  "texts-come-back-unchanged": {
    "level": "MUST",
    "statement": "A text that was accepted comes back as it was sent, character by character.",
    "section": "Resources and their fields",
    "document": "/components/schemas"
  },
  "writes-last": {
    "level": "MUST",
    "statement": "What was created or changed stays so; later answers show it.",
    "section": "What the service does",
    "document": "/paths"
  },
  "refusals-have-no-effect": {
    "level": "MUST",
    "statement": "A request that was refused has no effect.",
    "section": "Errors",
    "document": "/components/responses/Refusal"
  },
  "no-server-errors": {
    "level": "MUST",
    "statement": "No request, however wrong, is answered by a 5xx status, and every request is answered.",
    "section": "Errors",
    "document": "/components/responses/Refusal"
  },
  "ids-are-unique": {
    "level": "MUST",
    "statement": "Each resource has an id of its own, which no other resource gets.",
    "section": "Resources and their fields",
    "document": "/components/schemas/Uuid"
  },
  "concurrent-requests-are-independent": {
    "level": "MUST",
    "statement": "Requests at the same moment have the effects that they have one after the other.",
    "section": "What the service does",
    "document": "/paths"
  },
  "site-shape": {
    "level": "MUST",
    "statement": "A Site has id (UUID), name (string), hostUrl and apiKey (UUID), each of them always there.",
    "section": "Site",
    "document": "/components/schemas/Site"
  },
  "site-host-url-is-an-origin": {
    "level": "MUST",
    "statement": "hostUrl consists of the origin alone, scheme and host without a path. Where a site has none, null is the type that the reference declares.",
    "section": "Site",
    "document": "/components/schemas/Site/properties/hostUrl"
  },
  "site-key-belongs-to-its-site": {
    "level": "MUST",
    "statement": "The apiKey of a site belongs to that site, so that no two sites share one.",
    "section": "Site",
    "document": "/components/schemas/Site/properties/apiKey"
  },
  "route-shape": {
    "level": "MUST",
    "statement": "A Route has id (UUID), pathname (string) and localizedVariants (array of locale and pathname), each of them always there.",
    "section": "Route",
    "document": "/components/schemas/Route"
  },
  "route-pathname-starts-with-a-slash": {
    "level": "MUST",
    "statement": "The pathname of a route starts with a slash.",
    "section": "Route",
    "document": "/components/schemas/Route/properties/pathname"
  },
  "route-variants-default-to-empty": {
    "level": "MUST",
    "statement": "localizedVariants is an empty array when none were given at creation.",
    "section": "Route",
    "document": "/components/schemas/RouteCreation/properties/localizedVariants/default"
  },
  "webhook-shape": {
    "level": "MUST",
    "statement": "A Webhook has id (UUID), workspaceId (UUID), url (URI) and eventType (one of the five), each of them always there.",
    "section": "Webhook",
    "document": "/components/schemas/Webhook"
  },
  "page-shape": {
    "level": "MUST",
    "statement": "A page of sites has data (array of Site) and hasMore (boolean).",
    "section": "Page of sites",
    "document": "/components/schemas/SitePage"
  },
  "path-parameters-are-uuids": {
    "level": "MUST",
    "statement": "Path parameters are UUID strings; anything else is refused.",
    "section": "Endpoints",
    "document": "/components/parameters"
  },
  "unknown-resources-are-refused": {
    "level": "MUST",
    "statement": "A path that names a site or a route that does not exist is refused, and nothing is created by it.",
    "section": "Endpoints",
    "document": "/components/parameters"
  },
  "names-are-not-constrained-by-the-interface": {
    "level": "OBSERVE",
    "statement": "Constraints on pathname format, locale format and name length are not shown.",
    "section": "Route",
    "document": "/x-assumptions/name-max-length"
  },
  "uuid-form-is-not-shown": {
    "level": "OBSERVE",
    "statement": "The version and the case of UUIDs are not shown.",
    "section": "Resources and their fields",
    "document": "/x-assumptions/uuid-version"
  },
  "no-lifecycle": {
    "level": "OBSERVE",
    "statement": "The interface names no lifecycle states for any resource.",
    "section": "States and transitions",
    "document": "/x-assumptions/lifecycle",
    "untested": "States that no operation shows or changes cannot be seen by a client."
  },
  "create-route-status": {
    "level": "MUST",
    "statement": "A route that was created is answered by 201.",
    "section": "Create route",
    "document": "/paths/~1v1~1sites~1{siteId}~1routes/post/responses/201"
  },
  "create-route-stores-what-was-sent": {
    "level": "MUST",
    "statement": "The Route has the pathname and the localized variants that were sent, in their order.",
    "section": "Create route",
    "document": "/paths/~1v1~1sites~1{siteId}~1routes/post"
  },
  "create-route-body": {
    "level": "MUST",
    "statement": "pathname is a required string; localizedVariants is an optional array of objects with locale and pathname. Bodies that break this are refused.",
    "section": "Create route",
    "document": "/components/schemas/RouteCreation"
  },
  "skip-validation-is-an-enum": {
    "level": "MUST",
    "statement": "skipValidation is optional and allows true and false, and nothing else.",
    "section": "Create route",
    "document": "/components/parameters/skipValidation"
  },
  "skip-validation-skips": {
    "level": "MUST",
    "statement": "With skipValidation true, validation of the route, such as that of the pathname format, is skipped; with false, or without it, it is not.",
    "section": "Create route",
    "document": "/components/parameters/skipValidation"
  },
  "pathname-rules-are-not-shown": {
    "level": "OBSERVE",
    "statement": "The rules for pathnames and locales while validation is on are not shown.",
    "section": "Update route",
    "document": "/x-assumptions/pathname-form"
  },
  "update-route-status": {
    "level": "MUST",
    "statement": "A route that was updated is answered by 200.",
    "section": "Update route",
    "document": "/paths/~1v1~1routes~1{routeId}/patch/responses/200"
  },
  "update-route-changes-what-is-named": {
    "level": "MUST",
    "statement": "An update changes the fields that it names, and nothing else.",
    "section": "Update route",
    "document": "/paths/~1v1~1routes~1{routeId}/patch"
  },
  "update-route-body": {
    "level": "MUST",
    "statement": "pathname (string) and localizedVariants (array of objects with locale and pathname) are optional. Bodies that break this are refused.",
    "section": "Update route",
    "document": "/components/schemas/RouteUpdate"
  },
  "create-site-status": {
    "level": "MUST",
    "statement": "A site that was created is answered by 201.",
    "section": "Create site",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/post/responses/201"
  },
  "create-site-stores-what-was-sent": {
    "level": "MUST",
    "statement": "The Site has the name and the origin that were sent.",
    "section": "Create site",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/post"
  },
  "create-site-body": {
    "level": "MUST",
    "statement": "name is a required string; hostUrl (URI, origin only) and locale (string) are optional. Bodies that break this are refused.",
    "section": "Create site",
    "document": "/components/schemas/SiteCreation"
  },
  "create-site-in-its-workspace": {
    "level": "MUST",
    "statement": "A site belongs to the workspace in which it was created, and to no other.",
    "section": "What the service does",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites"
  },
  "site-locale-is-accepted": {
    "level": "MUST",
    "statement": "A locale of the form language-REGION is accepted at creation. No operation shows it again.",
    "section": "Create site",
    "document": "/components/schemas/SiteCreation/properties/locale"
  },
  "duplicate-site-status": {
    "level": "MUST",
    "statement": "A duplicate is answered by 201.",
    "section": "Duplicate site",
    "document": "/paths/~1v1~1sites~1{siteId}~1duplicate/post/responses/201"
  },
  "duplicate-site-is-a-new-site": {
    "level": "MUST",
    "statement": "The duplicate is a new Site with an id of its own; afterwards, changes of either leave the other as it is.",
    "section": "Duplicate site",
    "document": "/paths/~1v1~1sites~1{siteId}~1duplicate/post"
  },
  "duplicate-site-copies": {
    "level": "MUST",
    "statement": "All content and configuration of the original are copied, as they are at that moment; the original stays as it is.",
    "section": "Duplicate site",
    "document": "/paths/~1v1~1sites~1{siteId}~1duplicate/post"
  },
  "duplicate-site-name": {
    "level": "MUST",
    "statement": "The duplicate has the name that was sent.",
    "section": "Duplicate site",
    "document": "/components/schemas/SiteDuplication/properties/name"
  },
  "duplicate-site-body": {
    "level": "MUST",
    "statement": "name is an optional string. Bodies that break this are refused.",
    "section": "Duplicate site",
    "document": "/components/schemas/SiteDuplication"
  },
  "duplicate-site-copies-routes": {
    "level": "MUST",
    "statement": "The routes of the original are copied, too.",
    "section": "Duplicate site",
    "document": "/paths/~1v1~1sites~1{siteId}~1duplicate/post",
    "untested": "The interface has no operation that reads the routes of a site, so that the routes of a copy cannot be seen."
  },
  "unnamed-duplicates-are-not-described": {
    "level": "OBSERVE",
    "statement": "The name that a copy gets when none is sent is not shown.",
    "section": "Duplicate site",
    "document": "/x-assumptions/unnamed-copy-name"
  },
  "list-sites-status": {
    "level": "MUST",
    "statement": "A page of sites is answered by 201, as the reference lists.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get/responses/201"
  },
  "list-sites-limit": {
    "level": "MUST",
    "statement": "limit is an optional number from 0 to 100, both included; a page has at most so many sites, and just so many where more follow. Other values are refused.",
    "section": "Limits",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get/parameters/0"
  },
  "list-sites-default-limit": {
    "level": "MUST",
    "statement": "Without limit, a page has at most 20 sites.",
    "section": "Limits",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get/parameters/0/schema/default"
  },
  "list-sites-after": {
    "level": "MUST",
    "statement": "after is an optional cursor, a site id; the page continues the list behind the site that it names. What is no UUID is refused.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get/parameters/1"
  },
  "list-sites-has-more": {
    "level": "MUST",
    "statement": "hasMore says whether more sites follow this page.",
    "section": "Page of sites",
    "document": "/components/schemas/SitePage/properties/hasMore"
  },
  "list-sites-is-complete": {
    "level": "MUST",
    "statement": "The pages joined are the list of the workspace's sites, each of them once.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get"
  },
  "list-sites-is-of-one-workspace": {
    "level": "MUST",
    "statement": "The list shows the sites of its workspace, and none of another.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get"
  },
  "list-sites-shows-current-records": {
    "level": "MUST",
    "statement": "The list shows each site as it was last written.",
    "section": "List sites",
    "document": "/components/schemas/SitePage/properties/data"
  },
  "list-sites-is-stable": {
    "level": "MUST",
    "statement": "Equal requests show the sites in the same order while nothing is written.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get"
  },
  "list-details-are-not-shown": {
    "level": "OBSERVE",
    "statement": "The order of the list, what limit=0 says in hasMore, and what an unknown cursor or a fraction does are not shown.",
    "section": "List sites",
    "document": "/x-assumptions/list-order"
  },
  "update-site-succeeds": {
    "level": "MUST",
    "statement": "A site that was updated is answered by a status of success and the Site.",
    "section": "Update site",
    "document": "/paths/~1v1~1sites~1{siteId}/patch/responses/2XX"
  },
  "update-site-changes-what-is-named": {
    "level": "MUST",
    "statement": "An update changes the fields that it names, and nothing else; id and apiKey never change.",
    "section": "Update site",
    "document": "/paths/~1v1~1sites~1{siteId}/patch"
  },
  "update-site-body": {
    "level": "MUST",
    "statement": "name is a string, hostUrl a string with an origin. Bodies that break this are refused.",
    "section": "Update site",
    "document": "/components/schemas/SiteUpdate"
  },
  "update-site-details-are-not-shown": {
    "level": "OBSERVE",
    "statement": "The success status and the required fields of an update are not shown.",
    "section": "Update site",
    "document": "/x-assumptions/update-site-status"
  },
  "create-webhook-status": {
    "level": "MUST",
    "statement": "A webhook that was created is answered by 201.",
    "section": "Create webhook",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1webhooks/post/responses/201"
  },
  "create-webhook-stores-what-was-sent": {
    "level": "MUST",
    "statement": "The Webhook has the url and the event type that were sent, and the workspace of the path.",
    "section": "Create webhook",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1webhooks/post"
  },
  "create-webhook-body": {
    "level": "MUST",
    "statement": "url (URI) and eventType are required. Bodies that break this are refused.",
    "section": "Create webhook",
    "document": "/components/schemas/WebhookCreation"
  },
  "event-types": {
    "level": "MUST",
    "statement": "The event types are page.created, page.deleted, page.updated, page.restored and site.published, and no others.",
    "section": "Events",
    "document": "/components/schemas/EventType"
  },
  "webhook-address-rules-are-not-shown": {
    "level": "OBSERVE",
    "statement": "Which addresses may be registered, and how often, is not shown.",
    "section": "Create webhook",
    "document": "/x-assumptions/webhook-url-form"
  },
  "event-delivery": {
    "level": "OBSERVE",
    "statement": "Payload, headers, signing and retries of deliveries, and which operation causes which event, are not shown.",
    "section": "Events",
    "document": "/components/schemas/Event",
    "untested": "No operation of the interface causes an event, so that none arrives within a run."
  },
  "other-operations": {
    "level": "OBSERVE",
    "statement": "Reading or deleting a single site, route or webhook, and listing routes or webhooks, are not shown.",
    "section": "Other operations",
    "document": "/x-assumptions/other-operations",
    "untested": "Whether a deployment has further operations breaks nothing and helps nobody to know."
  },
  "key-is-required": {
    "level": "MUST",
    "statement": "Every operation asks for the API key; without it, nothing is done.",
    "section": "Authentication",
    "document": "/components/securitySchemes/apiKey"
  },
  "key-is-checked": {
    "level": "MUST",
    "statement": "The value of Authorization is Bearer and the API key of the App; any other key or scheme is refused.",
    "section": "Authentication",
    "document": "/components/securitySchemes/apiKey"
  },
  "key-is-not-the-site-key": {
    "level": "MUST",
    "statement": "The API key is distinct from the apiKey of a site, which opens nothing.",
    "section": "Authentication",
    "document": "/components/schemas/Site/properties/apiKey"
  },
  "key-management": {
    "level": "OBSERVE",
    "statement": "Issuing, rotating and scoping of the key are not shown.",
    "section": "Authentication",
    "document": "/x-assumptions/api-key-scope",
    "untested": "A run has one key, and no operation issues another."
  },
  "errors-are-not-shown": {
    "level": "OBSERVE",
    "statement": "Error statuses, bodies and codes are not shown.",
    "section": "Errors",
    "document": "/x-assumptions/error-format"
  },
  "rate-and-size-limits": {
    "level": "OBSERVE",
    "statement": "Rate limits and size limits are not shown.",
    "section": "Limits",
    "document": "/x-assumptions/rate-limit",
    "untested": "Looking for a limit means to overload a service that somebody else uses; a run keeps to those that it meets."
  },
  "version-prefix": {
    "level": "MUST",
    "statement": "All paths carry the prefix /v1.",
    "section": "Versioning",
    "document": "/paths"
  },
  "version-policy": {
    "level": "OBSERVE",
    "statement": "The policy for new versions and compatibility is not shown.",
    "section": "Versioning",
    "document": "/x-assumptions/versioning",
    "untested": "A policy shows over years, not within a run."
  },
  "unknown-input-is-not-described": {
    "level": "OBSERVE",
    "statement": "What becomes of unknown fields, unknown query parameters and unknown workspaces is not shown.",
    "section": "Endpoints",
    "document": "/x-assumptions/unknown-fields"
  },
  "near-misses-are-refused": {
    "level": "SHOULD",
    "statement": "Values that are near misses of a type (an empty text for a number, a UUID without hyphens) are refused like any other wrong value.",
    "section": "Endpoints",
    "document": "/paths"
  },
  "texts-have-one-rule": {
    "level": "SHOULD",
    "statement": "A name or a pathname that one operation takes is taken by the others that set it.",
    "section": "Endpoints",
    "document": "/paths"
  },
  "path-spellings-are-not-shown": {
    "level": "OBSERVE",
    "statement": "Whether a path is served that is written otherwise (escapes, capitals, doubled and trailing slashes) is not shown.",
    "section": "Endpoints",
    "document": "/paths"
  }
};

export const operationRequirements = {
  "listSites": {
    "shape": "page-shape",
    "status": "list-sites-status"
  },
  "createSite": {
    "shape": "site-shape",
    "status": "create-site-status",
    "body": "create-site-body"
  },
  "updateSite": {
    "shape": "site-shape",
    "status": "update-site-succeeds",
    "body": "update-site-body"
  },
  "duplicateSite": {
    "shape": "site-shape",
    "status": "duplicate-site-status",
    "body": "duplicate-site-body"
  },
  "createRoute": {
    "shape": "route-shape",
    "status": "create-route-status",
    "body": "create-route-body"
  },
  "updateRoute": {
    "shape": "route-shape",
    "status": "update-route-status",
    "body": "update-route-body"
  },
  "createWebhook": {
    "shape": "webhook-shape",
    "status": "create-webhook-status",
    "body": "create-webhook-body"
  }
};
