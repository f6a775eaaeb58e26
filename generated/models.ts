// Made from spec/openapi.yaml by `npm run generate`. Do not edit: change the document.
/**
 * Format: uuid
 *
 * An identifier. Its version and its case are not shown.
 */
export type Uuid = string;

/** A website that belongs to a workspace. */
export interface Site {
    /**
     * Format: uuid
     *
     * An identifier. Its version and its case are not shown.
     */
    id: Uuid;
    /** Name of the site. */
    name: string;
    /**
     * Format: uri
     *
     * Host URL of the site: only the origin, that is scheme and host, without a path.
     *
     * The reference contradicts itself here: it declares the type of this field as null, while its examples
     * carry an origin. Both are allowed: an origin where the site has one, null where it has none. The field
     * itself is always there.
     */
    hostUrl: string | null;
    /** Key that belongs to the site. It is not the API key of the App and does not authorise requests. */
    apiKey: Uuid;
}

/** What a new site starts with. */
export interface SiteCreation {
    /** Name of the site. Constraints on its length are not shown. */
    name: SiteName;
    /**
     * Format: uri
     *
     * An origin only, that is scheme and host, without a path.
     */
    hostUrl?: HostUrl;
    /** Locale of the site, for example of the form `<language>-<REGION>`. No operation shows it again. */
    locale?: string;
}

/** The fields of a site that change. None is required; those left out stay as they are. */
export interface SiteUpdate {
    /** Name of the site. Constraints on its length are not shown. */
    name?: SiteName;
    /**
     * Format: uri
     *
     * An origin only, that is scheme and host, without a path.
     */
    hostUrl?: HostUrl;
}

/** What the copy has of its own. */
export interface SiteDuplication {
    /** Name of the site. Constraints on its length are not shown. */
    name?: SiteName;
}

/** Name of the site. Constraints on its length are not shown. */
export type SiteName = string;

/**
 * Format: uri
 *
 * An origin only, that is scheme and host, without a path.
 */
export type HostUrl = string;

/** A page of sites. */
export interface SitePage {
    /** Sites on this page. */
    data: Site[];
    /** Whether more sites follow this page. */
    hasMore: boolean;
}

/**
 * The pathname of a route in one locale. The interface does not say that both fields are required; see the
 * assumption named.
 */
export interface LocalizedVariant {
    /** Locale code of the form `<language>-<REGION>`. */
    locale: string;
    /** Pathname of the route in that locale. */
    pathname: string;
}

/** A URL pathname of a site, with optional localized variants. */
export interface Route {
    /**
     * Format: uuid
     *
     * An identifier. Its version and its case are not shown.
     */
    id: Uuid;
    /**
     * Pathname of the route. It starts with a slash, unless the validation that would have asked for one was
     * skipped: that is why the slash is no pattern here.
     */
    pathname: string;
    /** Localized variants; empty when none were given at creation. */
    localizedVariants: LocalizedVariant[];
}

/** What a new route starts with. */
export interface RouteCreation {
    /** Pathname of the route. */
    pathname: string;
    /**
     * Localized variants of the route.
     * @default []
     */
    localizedVariants?: LocalizedVariant[];
}

/** The fields of a route that change. None is required; those left out stay as they are. */
export interface RouteUpdate {
    /** New pathname. */
    pathname?: string;
    /** Localized variants of the route, in place of those that were there. */
    localizedVariants?: LocalizedVariant[];
}

/**
 * The event types that a webhook can be registered for.
 */
export type EventType = "page.created" | "page.deleted" | "page.updated" | "page.restored" | "site.published";

/** The registration of an address for one event type of a workspace. */
export interface Webhook {
    /**
     * Format: uuid
     *
     * An identifier. Its version and its case are not shown.
     */
    id: Uuid;
    /**
     * Format: uuid
     *
     * An identifier. Its version and its case are not shown.
     */
    workspaceId: Uuid;
    /**
     * Format: uri
     *
     * Address that is registered for the webhook.
     */
    url: string;
    /**
     * The event types that a webhook can be registered for.
     */
    eventType: EventType;
}

/** What is registered. */
export interface WebhookCreation {
    /**
     * Format: uri
     *
     * Address to register.
     */
    url: string;
    /**
     * The event types that a webhook can be registered for.
     */
    eventType: EventType;
}

/**
 * A delivered event. Its payload, the delivery headers, signing, retries and which operation causes which event
 * are not documented: any JSON value fits here. What the mock sends is recorded under the assumptions named.
 */
export type Event = unknown;

/** Problem details (RFC 9457), the mock's error body. The interface shows none. */
export interface Problem {
    /**
     * Format: uri-reference
     *
     * Which problem it is; see `x-problems`.
     */
    type: string;
    /** The problem in a few words, the same each time it occurs. */
    title: string;
    /** The status of the answer. */
    status: number;
    /** What was wrong with this request, and what to do. */
    detail?: string;
    /** Every single fault that was found. */
    errors?: Fault[];
}

/** One fault of a request, and where it stands. */
export interface Fault {
    /**
     * Format: json-pointer
     *
     * JSON Pointer (RFC 6901) into the request body.
     */
    pointer?: string;
    /** Name of a path or query parameter. */
    parameter?: string;
    /** Name of a header. */
    header?: string;
    /** What was wrong there. */
    detail: string;
}

/** What a client calls `listSites` with. */
export interface ListSitesRequest {
    /**
     * The workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
    /**
     * How many sites a page holds at most. Both bounds are included.
     * @example 20
     * @default 20
     */
    limit?: number;
    /**
     * The cursor, of site id type. The interface does not say more than the type; that a page continues behind
     * the site that it names follows from its name and from paging being possible at all.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    after?: Uuid;
}

/** Path and query parameters of `listSites`, defaults filled in. */
export interface ListSitesParameters {
    /**
     * The workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
    /**
     * How many sites a page holds at most. Both bounds are included.
     * @example 20
     * @default 20
     */
    limit: number;
    /**
     * The cursor, of site id type. The interface does not say more than the type; that a page continues behind
     * the site that it names follows from its name and from paging being possible at all.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    after?: Uuid;
}

/** What a client calls `createSite` with. */
export interface CreateSiteRequest {
    /**
     * The workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
    /** What a new site starts with. */
    body: SiteCreation;
}

/** Path and query parameters of `createSite`, defaults filled in. */
export interface CreateSiteParameters {
    /**
     * The workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
}

/** What a client calls `updateSite` with. */
export interface UpdateSiteRequest {
    /**
     * The site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
    /** The fields of a site that change. None is required; those left out stay as they are. */
    body?: SiteUpdate;
}

/** Path and query parameters of `updateSite`, defaults filled in. */
export interface UpdateSiteParameters {
    /**
     * The site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
}

/** What a client calls `duplicateSite` with. */
export interface DuplicateSiteRequest {
    /**
     * The site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
    /** What the copy has of its own. */
    body?: SiteDuplication;
}

/** Path and query parameters of `duplicateSite`, defaults filled in. */
export interface DuplicateSiteParameters {
    /**
     * The site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
}

/** What a client calls `createRoute` with. */
export interface CreateRouteRequest {
    /**
     * The site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
    /**
     * When `true`, validation of the route, such as the format of its pathname, is skipped. An enum of two strings,
     * and not a boolean: nothing but `true` and `false` is allowed. Types are checked in any case.
     * @example false
     */
    skipValidation?: "true" | "false";
    /** What a new route starts with. */
    body: RouteCreation;
}

/** Path and query parameters of `createRoute`, defaults filled in. */
export interface CreateRouteParameters {
    /**
     * The site.
     * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
     */
    siteId: Uuid;
    /**
     * When `true`, validation of the route, such as the format of its pathname, is skipped. An enum of two strings,
     * and not a boolean: nothing but `true` and `false` is allowed. Types are checked in any case.
     * @example false
     */
    skipValidation?: "true" | "false";
}

/** The body of `createRoute`, defaults filled in. */
export interface CreateRouteBody extends RouteCreation {
    /**
     * Localized variants of the route.
     * @default []
     */
    localizedVariants: LocalizedVariant[];
}

/** What a client calls `updateRoute` with. */
export interface UpdateRouteRequest {
    /**
     * The route.
     * @example 9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94
     */
    routeId: Uuid;
    /**
     * When `true`, validation of the route, such as the format of its pathname, is skipped. An enum of two strings,
     * and not a boolean: nothing but `true` and `false` is allowed. Types are checked in any case.
     * @example false
     */
    skipValidation?: "true" | "false";
    /** The fields of a route that change. None is required; those left out stay as they are. */
    body?: RouteUpdate;
}

/** Path and query parameters of `updateRoute`, defaults filled in. */
export interface UpdateRouteParameters {
    /**
     * The route.
     * @example 9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94
     */
    routeId: Uuid;
    /**
     * When `true`, validation of the route, such as the format of its pathname, is skipped. An enum of two strings,
     * and not a boolean: nothing but `true` and `false` is allowed. Types are checked in any case.
     * @example false
     */
    skipValidation?: "true" | "false";
}

/** What a client calls `createWebhook` with. */
export interface CreateWebhookRequest {
    /**
     * The workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
    /** What is registered. */
    body: WebhookCreation;
}

/** Path and query parameters of `createWebhook`, defaults filled in. */
export interface CreateWebhookParameters {
    /**
     * The workspace.
     * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
     */
    workspaceId: Uuid;
}

/** What a client sends, by operation. */
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
     * Changes the fields that the body names and leaves the others as they are. Which fields are required is not
     * shown, so none is.
     *
     * `PATCH /v1/sites/{siteId}`
     */
    updateSite(request: UpdateSiteRequest, options?: Options): Promise<Site>;
    /**
     * Creates a new site with all content and configuration of the original. The path names the site to duplicate.
     *
     * `POST /v1/sites/{siteId}/duplicate`
     */
    duplicateSite(request: DuplicateSiteRequest, options?: Options): Promise<Site>;
    /**
     * Creates a route of a site.
     *
     * `POST /v1/sites/{siteId}/routes`
     */
    createRoute(request: CreateRouteRequest, options?: Options): Promise<Route>;
    /**
     * Changes the fields that the body names and leaves the others as they are. Localized variants that are given
     * take the place of those that were there.
     *
     * `PATCH /v1/routes/{routeId}`
     */
    updateRoute(request: UpdateRouteRequest, options?: Options): Promise<Route>;
    /**
     * Registers an address for exactly one event type of a workspace.
     *
     * `POST /v1/workspaces/{workspaceId}/webhooks`
     */
    createWebhook(request: CreateWebhookRequest, options?: Options): Promise<Webhook>;
}
