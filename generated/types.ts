// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change that file.
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
         * Lists the sites of a workspace page by page.
         */
        get: operations["listSites"];
        put?: never;
        /**
         * Create site
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
        /**
         * Format: uuid
         * A UUID. The interface does not show its version or letter case.
         */
        Uuid: string;
        /** A website that belongs to a workspace. */
        Site: {
            id: components["schemas"]["Uuid"];
            /** The name of the site. */
            name: string;
            /**
             * Format: uri
             * The host URL of the site: an origin (scheme and host, without a path), or null if the site has none.
             *
             * The reference contradicts itself: it declares the type as null, but its examples show an origin. Both are
             * allowed. The field is always present.
             */
            hostUrl: string | null;
            /** The key of the site. It is not the API key of the App and does not authenticate requests. */
            apiKey: components["schemas"]["Uuid"];
        };
        /** The fields of a new site. */
        SiteCreation: {
            name: components["schemas"]["SiteName"];
            hostUrl?: components["schemas"]["HostUrl"];
            /** The locale of the site, for example of the form `<language>-<REGION>`. No operation returns it. */
            locale?: string;
        };
        /** The fields of a site to change. All are optional; omitted fields keep their values. */
        SiteUpdate: {
            name?: components["schemas"]["SiteName"];
            hostUrl?: components["schemas"]["HostUrl"];
        };
        /** The fields of the duplicate that differ from the original. */
        SiteDuplication: {
            name?: components["schemas"]["SiteName"];
        };
        /** The name of the site. The interface does not show constraints on its length. */
        SiteName: string;
        /**
         * Format: uri
         * An origin (scheme and host, without a path).
         */
        HostUrl: string;
        /** A page of sites. */
        SitePage: {
            /** The sites on this page. */
            data: components["schemas"]["Site"][];
            /** Whether more sites follow this page. */
            hasMore: boolean;
        };
        /**
         * The pathname of a route in one locale. The interface does not state that both fields are required; see the
         * assumption `incomplete-variant`.
         */
        LocalizedVariant: {
            /** A locale of the form `<language>-<REGION>`. */
            locale: string;
            /** The pathname of the route in that locale. */
            pathname: string;
        };
        /** A URL pathname of a site, with optional localized variants. */
        Route: {
            id: components["schemas"]["Uuid"];
            /**
             * The pathname of the route. It starts with a slash unless validation was skipped, which is why this schema
             * has no pattern.
             */
            pathname: string;
            /** The localized variants. Empty if none were given at creation. */
            localizedVariants: components["schemas"]["LocalizedVariant"][];
        };
        /** The fields of a new route. */
        RouteCreation: {
            /** The pathname of the route. */
            pathname: string;
            /**
             * The localized variants of the route.
             * @default []
             */
            localizedVariants?: components["schemas"]["LocalizedVariant"][];
        };
        /** The fields of a route to change. All are optional; omitted fields keep their values. */
        RouteUpdate: {
            /** The new pathname. */
            pathname?: string;
            /** The new localized variants. They replace all existing ones. */
            localizedVariants?: components["schemas"]["LocalizedVariant"][];
        };
        /**
         * The event types that a webhook can be registered for.
         * @enum {string}
         */
        EventType: "page.created" | "page.deleted" | "page.updated" | "page.restored" | "site.published";
        /** A URL that is registered for one event type of a workspace. */
        Webhook: {
            id: components["schemas"]["Uuid"];
            workspaceId: components["schemas"]["Uuid"];
            /**
             * Format: uri
             * The URL that events are sent to.
             */
            url: string;
            eventType: components["schemas"]["EventType"];
        };
        /** The fields of a new webhook. */
        WebhookCreation: {
            /**
             * Format: uri
             * The URL to send events to.
             */
            url: string;
            eventType: components["schemas"]["EventType"];
        };
        /**
         * A delivered event. The interface does not document its payload, headers, signature and retries, or which
         * operation causes which event, so any JSON value is allowed. The assumptions listed below describe what the mock
         * sends.
         */
        Event: unknown;
        /** Problem details (RFC 9457), the mock's error body. The interface does not show one. */
        Problem: {
            /**
             * Format: uri-reference
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
            errors?: components["schemas"]["Fault"][];
        };
        /** One error in a request, and its location. */
        Fault: {
            /**
             * Format: json-pointer
             * A JSON Pointer (RFC 6901) into the request body.
             */
            pointer?: string;
            /** The name of a path or query parameter. */
            parameter?: string;
            /** The name of a header. */
            header?: string;
            /** What is wrong at this location. */
            detail: string;
        };
    };
    responses: {
        /** A parameter is wrong, or the request body is not JSON. The request had no effect. */
        InvalidParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The API key is missing or wrong. The request had no effect. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** A resource that the path names does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The request body does not match its schema, or breaks a rule. The request had no effect. */
        InvalidBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
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
                "application/problem+json": components["schemas"]["Problem"];
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
        workspaceId: components["schemas"]["Uuid"];
        /**
         * The id of the site.
         * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
         */
        siteId: components["schemas"]["Uuid"];
        /**
         * The id of the route.
         * @example 9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94
         */
        routeId: components["schemas"]["Uuid"];
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
                "application/json": components["schemas"]["Event"];
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type Uuid = components['schemas']['Uuid'];
export type Site = components['schemas']['Site'];
export type SiteCreation = components['schemas']['SiteCreation'];
export type SiteUpdate = components['schemas']['SiteUpdate'];
export type SiteDuplication = components['schemas']['SiteDuplication'];
export type SiteName = components['schemas']['SiteName'];
export type HostUrl = components['schemas']['HostUrl'];
export type SitePage = components['schemas']['SitePage'];
export type LocalizedVariant = components['schemas']['LocalizedVariant'];
export type Route = components['schemas']['Route'];
export type RouteCreation = components['schemas']['RouteCreation'];
export type RouteUpdate = components['schemas']['RouteUpdate'];
export type EventType = components['schemas']['EventType'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookCreation = components['schemas']['WebhookCreation'];
export type Event = components['schemas']['Event'];
export type Problem = components['schemas']['Problem'];
export type Fault = components['schemas']['Fault'];
export type ResponseInvalidParameter = components['responses']['InvalidParameter'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseInvalidBody = components['responses']['InvalidBody'];
export type ResponseRefusal = components['responses']['Refusal'];
export type ResponseEventReceived = components['responses']['EventReceived'];
export type ResponseEventRefused = components['responses']['EventRefused'];
export type ParameterWorkspaceId = components['parameters']['workspaceId'];
export type ParameterSiteId = components['parameters']['siteId'];
export type ParameterRouteId = components['parameters']['routeId'];
export type ParameterSkipValidation = components['parameters']['skipValidation'];
export type RequestBodyEvent = components['requestBodies']['Event'];
export type $defs = Record<string, never>;
export interface operations {
    /** List sites: `GET /v1/workspaces/{workspaceId}/sites` */
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
                after?: components["schemas"]["Uuid"];
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
                    "application/json": components["schemas"]["SitePage"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    /** Create site: `POST /v1/workspaces/{workspaceId}/sites` */
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
                "application/json": components["schemas"]["SiteCreation"];
            };
        };
        responses: {
            /** The site that was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    /** Update site: `PATCH /v1/sites/{siteId}` */
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
                "application/json": components["schemas"]["SiteUpdate"];
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
                    "application/json": components["schemas"]["Site"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    /** Duplicate site: `POST /v1/sites/{siteId}/duplicate` */
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
                "application/json": components["schemas"]["SiteDuplication"];
            };
        };
        responses: {
            /** The new site. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    /** Create route: `POST /v1/sites/{siteId}/routes` */
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
                "application/json": components["schemas"]["RouteCreation"];
            };
        };
        responses: {
            /** The route that was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Route"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    /** Update route: `PATCH /v1/routes/{routeId}` */
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
                "application/json": components["schemas"]["RouteUpdate"];
            };
        };
        responses: {
            /** The route after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Route"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidBody"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    /** Create webhook: `POST /v1/workspaces/{workspaceId}/webhooks` */
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
                "application/json": components["schemas"]["WebhookCreation"];
            };
        };
        responses: {
            /** The webhook that was registered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
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
