// Generated from spec/requirements.yaml by `npm run generate`. Do not edit: change that file.
export const requirements = {
  "operations-exist": {
    "level": "MUST",
    "statement": "All operations exist under their methods and paths, relative to the base URL, and a valid request to each one succeeds.",
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
    "statement": "Request bodies are JSON. A body that is not JSON is refused.",
    "section": "What the service does",
    "document": "/paths"
  },
  "texts-come-back-unchanged": {
    "level": "MUST",
    "statement": "A string that was accepted comes back exactly as it was sent.",
    "section": "Resources and their fields",
    "document": "/components/schemas"
  },
  "writes-last": {
    "level": "MUST",
    "statement": "Created and changed data persists, and later responses show it.",
    "section": "What the service does",
    "document": "/paths"
  },
  "refusals-have-no-effect": {
    "level": "MUST",
    "statement": "A refused request has no effect.",
    "section": "Errors",
    "document": "/components/responses/Refusal"
  },
  "no-server-errors": {
    "level": "MUST",
    "statement": "No request, however malformed, causes a 5xx response or breaks the connection.",
    "section": "Errors",
    "document": "/components/responses/Refusal"
  },
  "ids-are-unique": {
    "level": "MUST",
    "statement": "Every resource has its own id, which is never reused for another resource.",
    "section": "Resources and their fields",
    "document": "/components/schemas/Uuid"
  },
  "concurrent-requests-are-independent": {
    "level": "MUST",
    "statement": "Concurrent requests have the same effects as the same requests sent one after the other.",
    "section": "What the service does",
    "document": "/paths"
  },
  "site-shape": {
    "level": "MUST",
    "statement": "A Site always has id (UUID), name (string), hostUrl and apiKey (UUID).",
    "section": "Site",
    "document": "/components/schemas/Site"
  },
  "site-host-url-is-an-origin": {
    "level": "MUST",
    "statement": "hostUrl is an origin: scheme and host, without a path. If a site has no host, hostUrl is null, which the reference declares as its type.",
    "section": "Site",
    "document": "/components/schemas/Site/properties/hostUrl"
  },
  "site-key-belongs-to-its-site": {
    "level": "MUST",
    "statement": "Every site has its own apiKey. No two sites share one, except a duplicate and its original if the service copies the key too.",
    "section": "Site",
    "document": "/components/schemas/Site/properties/apiKey"
  },
  "route-shape": {
    "level": "MUST",
    "statement": "A Route always has id (UUID), pathname (string) and localizedVariants (array of locale and pathname).",
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
    "statement": "If a route is created without localizedVariants, the field is an empty array.",
    "section": "Route",
    "document": "/components/schemas/RouteCreation/properties/localizedVariants/default"
  },
  "webhook-shape": {
    "level": "MUST",
    "statement": "A Webhook always has id (UUID), workspaceId (UUID), url (URI) and eventType (one of the five).",
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
    "statement": "Path parameters are UUIDs. Any other value is refused.",
    "section": "Endpoints",
    "document": "/components/parameters"
  },
  "unknown-resources-are-refused": {
    "level": "MUST",
    "statement": "A request for a site or route that does not exist is refused and creates nothing.",
    "section": "Endpoints",
    "document": "/components/parameters"
  },
  "names-are-not-constrained-by-the-interface": {
    "level": "OBSERVE",
    "statement": "The interface does not show constraints on pathname format, locale format or name length.",
    "section": "Route",
    "document": "/x-assumptions/name-max-length"
  },
  "uuid-form-is-not-shown": {
    "level": "OBSERVE",
    "statement": "The interface does not show which version and letter case UUIDs have.",
    "section": "Resources and their fields",
    "document": "/x-assumptions/uuid-version"
  },
  "no-lifecycle": {
    "level": "OBSERVE",
    "statement": "The interface does not name lifecycle states for any resource.",
    "section": "States and transitions",
    "document": "/x-assumptions/lifecycle",
    "untested": "No operation shows or changes a state, so a client cannot observe one."
  },
  "create-route-status": {
    "level": "MUST",
    "statement": "Creating a route returns 201.",
    "section": "Create route",
    "document": "/paths/~1v1~1sites~1{siteId}~1routes/post/responses/201"
  },
  "create-route-stores-what-was-sent": {
    "level": "MUST",
    "statement": "The new Route has the pathname and the localized variants that were sent, in the same order.",
    "section": "Create route",
    "document": "/paths/~1v1~1sites~1{siteId}~1routes/post"
  },
  "create-route-body": {
    "level": "MUST",
    "statement": "pathname is a required string; localizedVariants is an optional array of objects with locale and pathname. Any other body is refused.",
    "section": "Create route",
    "document": "/components/schemas/RouteCreation"
  },
  "skip-validation-is-an-enum": {
    "level": "MUST",
    "statement": "skipValidation is optional and must be true or false.",
    "section": "Create route",
    "document": "/components/parameters/skipValidation"
  },
  "skip-validation-skips": {
    "level": "MUST",
    "statement": "With skipValidation=true, the route is not validated (for example its pathname format). With false, or without the parameter, it is.",
    "section": "Create route",
    "document": "/components/parameters/skipValidation"
  },
  "pathname-rules-are-not-shown": {
    "level": "OBSERVE",
    "statement": "The interface does not show the rules for pathnames and locales that apply while validation is on.",
    "section": "Update route",
    "document": "/x-assumptions/pathname-form"
  },
  "update-route-status": {
    "level": "MUST",
    "statement": "Updating a route returns 200.",
    "section": "Update route",
    "document": "/paths/~1v1~1routes~1{routeId}/patch/responses/200"
  },
  "update-route-changes-what-is-named": {
    "level": "MUST",
    "statement": "An update changes the fields in its body and nothing else.",
    "section": "Update route",
    "document": "/paths/~1v1~1routes~1{routeId}/patch"
  },
  "update-route-body": {
    "level": "MUST",
    "statement": "pathname (string) and localizedVariants (array of objects with locale and pathname) are optional. Any other body is refused.",
    "section": "Update route",
    "document": "/components/schemas/RouteUpdate"
  },
  "create-site-status": {
    "level": "MUST",
    "statement": "Creating a site returns 201.",
    "section": "Create site",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/post/responses/201"
  },
  "create-site-stores-what-was-sent": {
    "level": "MUST",
    "statement": "The new Site has the name and the origin that were sent.",
    "section": "Create site",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/post"
  },
  "create-site-body": {
    "level": "MUST",
    "statement": "name is a required string; hostUrl (URI, origin only) and locale (string) are optional. Any other body is refused.",
    "section": "Create site",
    "document": "/components/schemas/SiteCreation"
  },
  "create-site-in-its-workspace": {
    "level": "MUST",
    "statement": "A site belongs only to the workspace in which it was created.",
    "section": "What the service does",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites"
  },
  "site-locale-is-accepted": {
    "level": "MUST",
    "statement": "A new site may have a locale of the form language-REGION. No operation returns it.",
    "section": "Create site",
    "document": "/components/schemas/SiteCreation/properties/locale"
  },
  "duplicate-site-status": {
    "level": "MUST",
    "statement": "Duplicating a site returns 201.",
    "section": "Duplicate site",
    "document": "/paths/~1v1~1sites~1{siteId}~1duplicate/post/responses/201"
  },
  "duplicate-site-is-a-new-site": {
    "level": "MUST",
    "statement": "The duplicate is a new Site with its own id. Later changes to one do not affect the other.",
    "section": "Duplicate site",
    "document": "/paths/~1v1~1sites~1{siteId}~1duplicate/post"
  },
  "duplicate-site-copies": {
    "level": "MUST",
    "statement": "The duplicate has all content and configuration that the original has at that moment. The original does not change.",
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
    "statement": "name is an optional string. Any other body is refused.",
    "section": "Duplicate site",
    "document": "/components/schemas/SiteDuplication"
  },
  "duplicate-site-copies-routes": {
    "level": "MUST",
    "statement": "The routes of the original are copied too.",
    "section": "Duplicate site",
    "document": "/paths/~1v1~1sites~1{siteId}~1duplicate/post",
    "untested": "No operation lists the routes of a site, so a client cannot observe the routes of a duplicate."
  },
  "unnamed-duplicates-are-not-described": {
    "level": "OBSERVE",
    "statement": "The interface does not show which name a duplicate gets when none is sent.",
    "section": "Duplicate site",
    "document": "/x-assumptions/unnamed-copy-name"
  },
  "list-sites-status": {
    "level": "MUST",
    "statement": "Listing sites returns 201, as the reference states.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get/responses/201"
  },
  "list-sites-limit": {
    "level": "MUST",
    "statement": "limit is an optional number from 0 to 100, inclusive. A page has at most limit sites, and exactly limit if more follow. Other values are refused.",
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
    "statement": "after is an optional cursor, the id of a site. The page starts after that site. A value that is not a UUID is refused.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get/parameters/1"
  },
  "list-sites-has-more": {
    "level": "MUST",
    "statement": "hasMore is true if more sites follow this page, and false otherwise.",
    "section": "Page of sites",
    "document": "/components/schemas/SitePage/properties/hasMore"
  },
  "list-sites-is-complete": {
    "level": "MUST",
    "statement": "All pages together contain every site of the workspace exactly once.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get"
  },
  "list-sites-is-of-one-workspace": {
    "level": "MUST",
    "statement": "The list contains only sites of its workspace.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get"
  },
  "list-sites-shows-current-records": {
    "level": "MUST",
    "statement": "The list shows each site with its latest values.",
    "section": "List sites",
    "document": "/components/schemas/SitePage/properties/data"
  },
  "list-sites-is-stable": {
    "level": "MUST",
    "statement": "While nothing is written, equal requests return the sites in the same order.",
    "section": "List sites",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1sites/get"
  },
  "list-details-are-not-shown": {
    "level": "OBSERVE",
    "statement": "The interface does not show the order of the list, the value of hasMore for limit=0, or what an unknown cursor or a fractional limit does.",
    "section": "List sites",
    "document": "/x-assumptions/list-order"
  },
  "update-site-succeeds": {
    "level": "MUST",
    "statement": "Updating a site returns a success status and the Site.",
    "section": "Update site",
    "document": "/paths/~1v1~1sites~1{siteId}/patch/responses/2XX"
  },
  "update-site-changes-what-is-named": {
    "level": "MUST",
    "statement": "An update changes the fields in its body and nothing else. id and apiKey never change.",
    "section": "Update site",
    "document": "/paths/~1v1~1sites~1{siteId}/patch"
  },
  "update-site-body": {
    "level": "MUST",
    "statement": "name is a string and hostUrl is a string with an origin. Any other body is refused.",
    "section": "Update site",
    "document": "/components/schemas/SiteUpdate"
  },
  "update-site-details-are-not-shown": {
    "level": "OBSERVE",
    "statement": "The interface does not show the success status or the required fields of an update.",
    "section": "Update site",
    "document": "/x-assumptions/update-site-status"
  },
  "create-webhook-status": {
    "level": "MUST",
    "statement": "Creating a webhook returns 201.",
    "section": "Create webhook",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1webhooks/post/responses/201"
  },
  "create-webhook-stores-what-was-sent": {
    "level": "MUST",
    "statement": "The new Webhook has the url and the event type that were sent, and the workspace of the path.",
    "section": "Create webhook",
    "document": "/paths/~1v1~1workspaces~1{workspaceId}~1webhooks/post"
  },
  "create-webhook-body": {
    "level": "MUST",
    "statement": "url (URI) and eventType are required. Any other body is refused.",
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
    "statement": "The interface does not show which URLs may be registered, or whether one may be registered twice.",
    "section": "Create webhook",
    "document": "/x-assumptions/webhook-url-form"
  },
  "event-delivery": {
    "level": "OBSERVE",
    "statement": "The interface does not show the payload, headers, signature and retries of deliveries, or which operation causes which event.",
    "section": "Events",
    "document": "/components/schemas/Event",
    "untested": "No operation causes an event, so no delivery arrives during a run."
  },
  "other-operations": {
    "level": "OBSERVE",
    "statement": "The interface does not show operations that delete a site, or that read, list or delete routes and webhooks.",
    "section": "Other operations",
    "document": "/x-assumptions/other-operations",
    "untested": "A deployment may have further operations. That breaks no requirement."
  },
  "key-is-required": {
    "level": "MUST",
    "statement": "Every operation requires the API key. A request without it has no effect.",
    "section": "Authentication",
    "document": "/components/securitySchemes/apiKey"
  },
  "key-is-checked": {
    "level": "MUST",
    "statement": "The Authorization header is \"Bearer\" followed by the API key of the App. Any other key or scheme is refused.",
    "section": "Authentication",
    "document": "/components/securitySchemes/apiKey"
  },
  "key-is-not-the-site-key": {
    "level": "MUST",
    "statement": "The apiKey of a site is not the API key: it does not authenticate requests.",
    "section": "Authentication",
    "document": "/components/schemas/Site/properties/apiKey"
  },
  "key-is-secret": {
    "level": "MUST",
    "statement": "The API key is a secret. A response to a request without it does not contain it.",
    "section": "Authentication",
    "document": "/components/securitySchemes/apiKey"
  },
  "key-management": {
    "level": "OBSERVE",
    "statement": "The interface does not show how keys are issued, rotated or scoped.",
    "section": "Authentication",
    "document": "/x-assumptions/api-key-scope",
    "untested": "A run has one key, and no operation issues another."
  },
  "errors-are-not-shown": {
    "level": "OBSERVE",
    "statement": "The interface does not show the statuses, bodies and codes of errors.",
    "section": "Errors",
    "document": "/x-assumptions/error-format"
  },
  "rate-and-size-limits": {
    "level": "OBSERVE",
    "statement": "The interface does not show rate limits and size limits.",
    "section": "Limits",
    "document": "/x-assumptions/rate-limit"
  },
  "version-prefix": {
    "level": "MUST",
    "statement": "All paths start with /v1.",
    "section": "Versioning",
    "document": "/paths"
  },
  "version-policy": {
    "level": "OBSERVE",
    "statement": "The interface does not show a policy for new versions and compatibility.",
    "section": "Versioning",
    "document": "/x-assumptions/versioning",
    "untested": "A policy becomes visible over years, not during a run."
  },
  "unknown-input-is-not-described": {
    "level": "OBSERVE",
    "statement": "The interface does not show what happens to unknown fields, unknown query parameters and unknown workspaces.",
    "section": "Endpoints",
    "document": "/x-assumptions/unknown-fields"
  },
  "near-misses-are-refused": {
    "level": "SHOULD",
    "statement": "Values that almost match a type (an empty string for a number, a UUID without hyphens) are refused like any other wrong value.",
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
