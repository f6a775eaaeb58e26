// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change the document.
/**
 * Format: uuid
 *
 * A UUID. The interface does not show its version or letter case.
 */
export type Uuid = string;

/** A website that belongs to a workspace. */
export interface Site {
    /**
     * Format: uuid
     *
     * A UUID. The interface does not show its version or letter case.
     */
    id: Uuid;
    /** The name of the site. */
    name: string;
    /**
     * Format: uri
     *
     * The host URL of the site: an origin (scheme and host, without a path), or null if the site has none.
     *
     * The reference contradicts itself: it declares the type as null, but its examples show an origin. Both are
     * allowed. The field is always present.
     */
    hostUrl: string | null;
    /**
     * Format: uuid
     *
     * The key of the site. It is not the API key of the App and does not authenticate requests.
     */
    apiKey: Uuid;
}

/** The fields of a new site. */
export interface SiteCreation {
    /** The name of the site. The interface does not show constraints on its length. */
    name: SiteName;
    /**
     * Format: uri
     *
     * An origin (scheme and host, without a path).
     */
    hostUrl?: HostUrl;
    /** The locale of the site, for example of the form `<language>-<REGION>`. No operation returns it. */
    locale?: string;
}

/** The fields of a site to change. All are optional; omitted fields keep their values. */
export interface SiteUpdate {
    /** The name of the site. The interface does not show constraints on its length. */
    name?: SiteName;
    /**
     * Format: uri
     *
     * An origin (scheme and host, without a path).
     */
    hostUrl?: HostUrl;
}

/** The fields of the duplicate that differ from the original. */
export interface SiteDuplication {
    /** The name of the site. The interface does not show constraints on its length. */
    name?: SiteName;
}

/** The name of the site. The interface does not show constraints on its length. */
export type SiteName = string;

/**
 * Format: uri
 *
 * An origin (scheme and host, without a path).
 */
export type HostUrl = string;

/** A page of sites. */
export interface SitePage {
    /** The sites on this page. */
    data: Site[];
    /** Whether more sites follow this page. */
    hasMore: boolean;
}

/**
 * The pathname of a route in one locale. The interface does not state that both fields are required; see the
 * assumption `incomplete-variant`.
 */
export interface LocalizedVariant {
    /** A locale of the form `<language>-<REGION>`. */
    locale: string;
    /** The pathname of the route in that locale. */
    pathname: string;
}

/** A URL pathname of a site, with optional localized variants. */
export interface Route {
    /**
     * Format: uuid
     *
     * A UUID. The interface does not show its version or letter case.
     */
    id: Uuid;
    /**
     * The pathname of the route. It starts with a slash unless validation was skipped, which is why this schema
     * has no pattern.
     */
    pathname: string;
    /** The localized variants. Empty if none were given at creation. */
    localizedVariants: LocalizedVariant[];
}

/** The fields of a new route. */
export interface RouteCreation {
    /** The pathname of the route. */
    pathname: string;
    /**
     * The localized variants of the route.
     * @default []
     */
    localizedVariants?: LocalizedVariant[];
}

/** The fields of a route to change. All are optional; omitted fields keep their values. */
export interface RouteUpdate {
    /** The new pathname. */
    pathname?: string;
    /** The new localized variants. They replace all existing ones. */
    localizedVariants?: LocalizedVariant[];
}

/**
 * The event types that a webhook can be registered for.
 */
export type EventType = "page.created" | "page.deleted" | "page.updated" | "page.restored" | "site.published";

/** A URL that is registered for one event type of a workspace. */
export interface Webhook {
    /**
     * Format: uuid
     *
     * A UUID. The interface does not show its version or letter case.
     */
    id: Uuid;
    /**
     * Format: uuid
     *
     * A UUID. The interface does not show its version or letter case.
     */
    workspaceId: Uuid;
    /**
     * Format: uri
     *
     * The URL that events are sent to.
     */
    url: string;
    /** The event types that a webhook can be registered for. */
    eventType: EventType;
}

/** The fields of a new webhook. */
export interface WebhookCreation {
    /**
     * Format: uri
     *
     * The URL to send events to.
     */
    url: string;
    /** The event types that a webhook can be registered for. */
    eventType: EventType;
}

/**
 * A delivered event. The interface does not document its payload, headers, signature and retries, or which
 * operation causes which event, so any JSON value is allowed. The assumptions listed below describe what the mock
 * sends.
 */
export type Event = unknown;

/** Problem details (RFC 9457), the mock's error body. The interface does not show one. */
export interface Problem {
    /**
     * Format: uri-reference
     *
     * The type of the problem; see `x-problems`.
     */
    type: string;
    /** A short summary of the problem type. */
    title: string;
    /** The status code of the response. */
    status: number;
    /** What was wrong with this request and how to fix it. */
    detail?: string;
    /** All errors that were found in the request. */
    errors?: Fault[];
}

/** One error in a request, and its location. */
export interface Fault {
    /**
     * Format: json-pointer
     *
     * A JSON Pointer (RFC 6901) into the request body.
     */
    pointer?: string;
    /** The name of a path or query parameter. */
    parameter?: string;
    /** The name of a header. */
    header?: string;
    /** What is wrong at this location. */
    detail: string;
}

/** The input of a call to `listSites`. */
export interface ListSitesRequest {
    /**
     * Format: uuid
     *
     * The id of the workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
    /**
     * The maximum number of sites on the page, from 0 to 100.
     * @default 20
     * @example 20
     */
    limit?: number;
    /**
     * Format: uuid
     *
     * The cursor: the id of a site. The page starts after that site. The interface states only the type; the
     * meaning follows from the name of the parameter.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    after?: Uuid;
}

/** Path and query parameters of `listSites`, defaults filled in. */
export interface ListSitesParameters {
    /**
     * Format: uuid
     *
     * The id of the workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
    /**
     * The maximum number of sites on the page, from 0 to 100.
     * @default 20
     * @example 20
     */
    limit: number;
    /**
     * Format: uuid
     *
     * The cursor: the id of a site. The page starts after that site. The interface states only the type; the
     * meaning follows from the name of the parameter.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    after?: Uuid;
}

/** The input of a call to `createSite`. */
export interface CreateSiteRequest {
    /**
     * Format: uuid
     *
     * The id of the workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
    /** The fields of a new site. */
    body: SiteCreation;
}

/** Path and query parameters of `createSite`, defaults filled in. */
export interface CreateSiteParameters {
    /**
     * Format: uuid
     *
     * The id of the workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
}

/** The input of a call to `updateSite`. */
export interface UpdateSiteRequest {
    /**
     * Format: uuid
     *
     * The id of the site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
    /** The fields of a site to change. All are optional; omitted fields keep their values. */
    body?: SiteUpdate;
}

/** Path and query parameters of `updateSite`, defaults filled in. */
export interface UpdateSiteParameters {
    /**
     * Format: uuid
     *
     * The id of the site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
}

/** The input of a call to `duplicateSite`. */
export interface DuplicateSiteRequest {
    /**
     * Format: uuid
     *
     * The id of the site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
    /** The fields of the duplicate that differ from the original. */
    body?: SiteDuplication;
}

/** Path and query parameters of `duplicateSite`, defaults filled in. */
export interface DuplicateSiteParameters {
    /**
     * Format: uuid
     *
     * The id of the site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
}

/** The input of a call to `createRoute`. */
export interface CreateRouteRequest {
    /**
     * Format: uuid
     *
     * The id of the site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
    /**
     * If `true`, the route is not validated (for example the format of its pathname). Types are always checked. An
     * enum of two strings, not a boolean: only `true` and `false` are allowed.
     * @example false
     */
    skipValidation?: "true" | "false";
    /** The fields of a new route. */
    body: RouteCreation;
}

/** Path and query parameters of `createRoute`, defaults filled in. */
export interface CreateRouteParameters {
    /**
     * Format: uuid
     *
     * The id of the site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
    /**
     * If `true`, the route is not validated (for example the format of its pathname). Types are always checked. An
     * enum of two strings, not a boolean: only `true` and `false` are allowed.
     * @example false
     */
    skipValidation?: "true" | "false";
}

/** The body of `createRoute`, defaults filled in. */
export interface CreateRouteBody {
    /** The pathname of the route. */
    pathname: string;
    /**
     * The localized variants of the route.
     * @default []
     */
    localizedVariants: LocalizedVariant[];
}

/** The input of a call to `updateRoute`. */
export interface UpdateRouteRequest {
    /**
     * Format: uuid
     *
     * The id of the route.
     * @example 9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94
     */
    routeId: Uuid;
    /**
     * If `true`, the route is not validated (for example the format of its pathname). Types are always checked. An
     * enum of two strings, not a boolean: only `true` and `false` are allowed.
     * @example false
     */
    skipValidation?: "true" | "false";
    /** The fields of a route to change. All are optional; omitted fields keep their values. */
    body?: RouteUpdate;
}

/** Path and query parameters of `updateRoute`, defaults filled in. */
export interface UpdateRouteParameters {
    /**
     * Format: uuid
     *
     * The id of the route.
     * @example 9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94
     */
    routeId: Uuid;
    /**
     * If `true`, the route is not validated (for example the format of its pathname). Types are always checked. An
     * enum of two strings, not a boolean: only `true` and `false` are allowed.
     * @example false
     */
    skipValidation?: "true" | "false";
}

/** The input of a call to `createWebhook`. */
export interface CreateWebhookRequest {
    /**
     * Format: uuid
     *
     * The id of the workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
    /** The fields of a new webhook. */
    body: WebhookCreation;
}

/** Path and query parameters of `createWebhook`, defaults filled in. */
export interface CreateWebhookParameters {
    /**
     * Format: uuid
     *
     * The id of the workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
}

/** The input of a call, by operation. */
export interface OperationRequests {
    listSites: ListSitesRequest;
    createSite: CreateSiteRequest;
    updateSite: UpdateSiteRequest;
    duplicateSite: DuplicateSiteRequest;
    createRoute: CreateRouteRequest;
    updateRoute: UpdateRouteRequest;
    createWebhook: CreateWebhookRequest;
}

/** The JSON body of a success, by operation. */
export interface OperationResponses {
    listSites: SitePage;
    createSite: Site;
    updateSite: Site;
    duplicateSite: Site;
    createRoute: Route;
    updateRoute: Route;
    createWebhook: Webhook;
}

/** The documented statuses of success, by operation. */
export interface OperationStatuses {
    listSites: 201;
    createSite: 201;
    updateSite: number;
    duplicateSite: 201;
    createRoute: 201;
    updateRoute: 200;
    createWebhook: 201;
}

/** Path and query parameters, defaults filled in, by operation. */
export interface OperationParameters {
    listSites: ListSitesParameters;
    createSite: CreateSiteParameters;
    updateSite: UpdateSiteParameters;
    duplicateSite: DuplicateSiteParameters;
    createRoute: CreateRouteParameters;
    updateRoute: UpdateRouteParameters;
    createWebhook: CreateWebhookParameters;
}

/** The JSON body of a request, defaults filled in, by operation. */
export interface OperationBodies {
    listSites: undefined;
    createSite: SiteCreation;
    updateSite: SiteUpdate | undefined;
    duplicateSite: SiteDuplication | undefined;
    createRoute: CreateRouteBody;
    updateRoute: RouteUpdate | undefined;
    createWebhook: WebhookCreation;
}

/** One function for each operation. `Options` are those of a single call. */
export interface OperationCalls<Options> {
    /**
     * Lists the sites of a workspace page by page.
     *
     * `GET /v1/workspaces/{workspaceId}/sites`
     */
    listSites(request: ListSitesRequest, options?: Options): Promise<SitePage>;
    /**
     * Creates a site in a workspace.
     *
     * `POST /v1/workspaces/{workspaceId}/sites`
     */
    createSite(request: CreateSiteRequest, options?: Options): Promise<Site>;
    /**
     * Changes the fields in the request body. Other fields keep their values. The interface does not show which
     * fields are required, so all are optional.
     *
     * `PATCH /v1/sites/{siteId}`
     */
    updateSite(request: UpdateSiteRequest, options?: Options): Promise<Site>;
    /**
     * Creates a new site with all content and configuration of the original, which is the site in the path.
     *
     * `POST /v1/sites/{siteId}/duplicate`
     */
    duplicateSite(request: DuplicateSiteRequest, options?: Options): Promise<Site>;
    /**
     * Creates a route in a site.
     *
     * `POST /v1/sites/{siteId}/routes`
     */
    createRoute(request: CreateRouteRequest, options?: Options): Promise<Route>;
    /**
     * Changes the fields in the request body. Other fields keep their values. Localized variants in the body replace
     * all existing ones.
     *
     * `PATCH /v1/routes/{routeId}`
     */
    updateRoute(request: UpdateRouteRequest, options?: Options): Promise<Route>;
    /**
     * Registers a URL for exactly one event type of a workspace.
     *
     * `POST /v1/workspaces/{workspaceId}/webhooks`
     */
    createWebhook(request: CreateWebhookRequest, options?: Options): Promise<Webhook>;
}
