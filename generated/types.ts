// Made from spec/openapi.yaml by `npm run generate`. Do not edit: change the document.
import type {
    Event,
    EventType,
    Fault,
    HostUrl,
    LocalizedVariant,
    Problem,
    Route,
    RouteCreation,
    RouteUpdate,
    Site,
    SiteCreation,
    SiteDuplication,
    SiteName,
    SitePage,
    SiteUpdate,
    Uuid,
    Webhook,
    WebhookCreation,
} from './models.ts';

export interface paths {
    "/v1/workspaces/{workspaceId}/sites": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The workspace.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                workspaceId: components["parameters"]["workspaceId"];
            };
            cookie?: never;
        };
        /**
         * List sites
         *
         * Lists the sites of a workspace page by page.
         */
        get: operations["listSites"];
        put?: never;
        /**
         * Create site
         *
         * Creates a site in a workspace.
         */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sites/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The site.
                 * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
                 */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update site
         *
         * Changes the fields that the body names and leaves the others as they are. Which fields are required is not
         * shown, so none is.
         */
        patch: operations["updateSite"];
        trace?: never;
    };
    "/v1/sites/{siteId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The site.
                 * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
                 */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate site
         *
         * Creates a new site with all content and configuration of the original. The path names the site to duplicate.
         */
        post: operations["duplicateSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sites/{siteId}/routes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The site.
                 * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
                 */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create route
         *
         * Creates a route of a site.
         */
        post: operations["createRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The route.
                 * @example 9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94
                 */
                routeId: components["parameters"]["routeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update route
         *
         * Changes the fields that the body names and leaves the others as they are. Localized variants that are given
         * take the place of those that were there.
         */
        patch: operations["updateRoute"];
        trace?: never;
    };
    "/v1/workspaces/{workspaceId}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The workspace.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                workspaceId: components["parameters"]["workspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create webhook
         *
         * Registers an address for exactly one event type of a workspace.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "page.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A page was created */
        post: operations["pageCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "page.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A page was deleted */
        post: operations["pageDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "page.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A page was updated */
        post: operations["pageUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "page.restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A page was restored */
        post: operations["pageRestored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "site.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A site was published */
        post: operations["sitePublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: uuid
         *
         * An identifier. Its version and its case are not shown.
         */
        Uuid: Uuid;
        /** A website that belongs to a workspace. */
        Site: Site;
        /** What a new site starts with. */
        SiteCreation: SiteCreation;
        /** The fields of a site that change. None is required; those left out stay as they are. */
        SiteUpdate: SiteUpdate;
        /** What the copy has of its own. */
        SiteDuplication: SiteDuplication;
        /** Name of the site. Constraints on its length are not shown. */
        SiteName: SiteName;
        /**
         * Format: uri
         *
         * An origin only, that is scheme and host, without a path.
         */
        HostUrl: HostUrl;
        /** A page of sites. */
        SitePage: SitePage;
        /**
         * The pathname of a route in one locale. The interface does not say that both fields are required; see the
         * assumption named.
         */
        LocalizedVariant: LocalizedVariant;
        /** A URL pathname of a site, with optional localized variants. */
        Route: Route;
        /** What a new route starts with. */
        RouteCreation: RouteCreation;
        /** The fields of a route that change. None is required; those left out stay as they are. */
        RouteUpdate: RouteUpdate;
        /**
         * The event types that a webhook can be registered for.
         */
        EventType: EventType;
        /** The registration of an address for one event type of a workspace. */
        Webhook: Webhook;
        /** What is registered. */
        WebhookCreation: WebhookCreation;
        /**
         * A delivered event. Its payload, the delivery headers, signing, retries and which operation causes which event
         * are not documented: any JSON value fits here. What the mock sends is recorded under the assumptions named.
         */
        Event: Event;
        /** Problem details (RFC 9457), the mock's error body. The interface shows none. */
        Problem: Problem;
        /** One fault of a request, and where it stands. */
        Fault: Fault;
    };
    responses: {
        /**
         * The request was refused and had no effect. Statuses, body and codes of errors are not shown by the interface;
         * what stands here is what the mock answers.
         */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** The receiver took the event. */
        EventReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** The receiver did not take the event. */
        EventRefused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * The workspace.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        workspaceId: Uuid;
        /**
         * The site.
         * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
         */
        siteId: Uuid;
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
        skipValidation: "true" | "false";
    };
    requestBodies: {
        Event: {
            content: {
                "application/json": Event;
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSites: {
        parameters: {
            query?: {
                /**
                 * How many sites a page holds at most. Both bounds are included.
                 * @example 20
                 */
                limit?: number;
                /**
                 * The cursor, of site id type. The interface does not say more than the type; that a page continues behind
                 * the site that it names follows from its name and from paging being possible at all.
                 * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
                 */
                after?: Uuid;
            };
            header?: never;
            path: {
                /**
                 * The workspace.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                workspaceId: components["parameters"]["workspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * A page of sites. The reference lists status 201 for this operation, unusual as it is for a GET, so 201 is
             * the documented status.
             */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SitePage;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The workspace.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                workspaceId: components["parameters"]["workspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": SiteCreation;
            };
        };
        responses: {
            /** The site that was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Site;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The site.
                 * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
                 */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": SiteUpdate;
            };
        };
        responses: {
            /**
             * The site after the update. The interface shows the body and not the status; the mock answers the value of
             * the assumption `update-site-status`.
             */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Site;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    duplicateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The site.
                 * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
                 */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": SiteDuplication;
            };
        };
        responses: {
            /** The new site. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Site;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    createRoute: {
        parameters: {
            query?: {
                /**
                 * When `true`, validation of the route, such as the format of its pathname, is skipped. An enum of two strings,
                 * and not a boolean: nothing but `true` and `false` is allowed. Types are checked in any case.
                 * @example false
                 */
                skipValidation?: components["parameters"]["skipValidation"];
            };
            header?: never;
            path: {
                /**
                 * The site.
                 * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
                 */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RouteCreation;
            };
        };
        responses: {
            /** The route that was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Route;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    updateRoute: {
        parameters: {
            query?: {
                /**
                 * When `true`, validation of the route, such as the format of its pathname, is skipped. An enum of two strings,
                 * and not a boolean: nothing but `true` and `false` is allowed. Types are checked in any case.
                 * @example false
                 */
                skipValidation?: components["parameters"]["skipValidation"];
            };
            header?: never;
            path: {
                /**
                 * The route.
                 * @example 9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94
                 */
                routeId: components["parameters"]["routeId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": RouteUpdate;
            };
        };
        responses: {
            /** The route after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Route;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The workspace.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                workspaceId: components["parameters"]["workspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": WebhookCreation;
            };
        };
        responses: {
            /** The webhook that was registered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Webhook;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    pageCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Event"];
        responses: {
            "2XX": components["responses"]["EventReceived"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
    pageDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Event"];
        responses: {
            "2XX": components["responses"]["EventReceived"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
    pageUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Event"];
        responses: {
            "2XX": components["responses"]["EventReceived"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
    pageRestored: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Event"];
        responses: {
            "2XX": components["responses"]["EventReceived"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
    sitePublished: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Event"];
        responses: {
            "2XX": components["responses"]["EventReceived"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
}
