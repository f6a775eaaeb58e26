// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change the document.
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
                 * The id of the workspace.
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
                 * The id of the site.
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
         * Changes the fields in the request body. Other fields keep their values. The interface does not show which
         * fields are required, so all are optional.
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
                 * The id of the site.
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
         * Creates a new site with all content and configuration of the original, which is the site in the path.
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
                 * The id of the site.
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
         * Creates a route in a site.
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
                 * The id of the route.
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
         * Changes the fields in the request body. Other fields keep their values. Localized variants in the body replace
         * all existing ones.
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
                 * The id of the workspace.
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
         * Registers a URL for exactly one event type of a workspace.
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
        Uuid: Uuid;
        Site: Site;
        SiteCreation: SiteCreation;
        SiteUpdate: SiteUpdate;
        SiteDuplication: SiteDuplication;
        SiteName: SiteName;
        HostUrl: HostUrl;
        SitePage: SitePage;
        LocalizedVariant: LocalizedVariant;
        Route: Route;
        RouteCreation: RouteCreation;
        RouteUpdate: RouteUpdate;
        EventType: EventType;
        Webhook: Webhook;
        WebhookCreation: WebhookCreation;
        Event: Event;
        Problem: Problem;
        Fault: Fault;
    };
    responses: {
        /** A parameter is wrong, or the request body is not JSON. The request had no effect. */
        InvalidParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** The API key is missing or wrong. The request had no effect. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** A resource that the path names does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** The request body does not match its schema, or breaks a rule. The request had no effect. */
        InvalidBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /**
         * The request was refused and had no effect, with any status from 400 to 499. The interface does not show the
         * statuses, bodies and codes of errors; this is how the mock responds.
         */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** The receiver accepted the event. */
        EventReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** The receiver did not accept the event. */
        EventRefused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * The id of the workspace.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        workspaceId: Uuid;
        /**
         * The id of the site.
         * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
         */
        siteId: Uuid;
        /**
         * The id of the route.
         * @example 9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94
         */
        routeId: Uuid;
        /**
         * If `true`, the route is not validated (for example the format of its pathname). Types are always checked. An
         * enum of two strings, not a boolean: only `true` and `false` are allowed.
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
                 * The maximum number of sites on the page, from 0 to 100.
                 * @example 20
                 */
                limit?: number;
                /**
                 * The cursor: the id of a site. The page starts after that site. The interface states only the type; the
                 * meaning follows from the name of the parameter.
                 * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
                 */
                after?: Uuid;
            };
            header?: never;
            path: {
                /**
                 * The id of the workspace.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                workspaceId: components["parameters"]["workspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of sites. 201 is unusual for a GET, but it is the status that the reference lists for this operation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SitePage;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the workspace.
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
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the site.
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
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
            /**
             * The site after the update. The interface shows the body but not the status; the mock uses the assumption
             * `update-site-status`.
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
                 * The id of the site.
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
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    createRoute: {
        parameters: {
            query?: {
                /**
                 * If `true`, the route is not validated (for example the format of its pathname). Types are always checked. An
                 * enum of two strings, not a boolean: only `true` and `false` are allowed.
                 * @example false
                 */
                skipValidation?: components["parameters"]["skipValidation"];
            };
            header?: never;
            path: {
                /**
                 * The id of the site.
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
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    updateRoute: {
        parameters: {
            query?: {
                /**
                 * If `true`, the route is not validated (for example the format of its pathname). Types are always checked. An
                 * enum of two strings, not a boolean: only `true` and `false` are allowed.
                 * @example false
                 */
                skipValidation?: components["parameters"]["skipValidation"];
            };
            header?: never;
            path: {
                /**
                 * The id of the route.
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
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the workspace.
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
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
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
