// Made from spec/openapi.yaml by `npm run generate`. Do not edit: change the document.
export interface paths {
    "/v1/workspaces/{workspaceId}/sites": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                workspaceId: components["parameters"]["workspaceId"];
            };
            cookie?: never;
        };
        /**
         * List sites
         * @description Lists the sites of a workspace page by page.
         */
        get: operations["listSites"];
        put?: never;
        /**
         * Create site
         * @description Creates a site in a workspace.
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
                 * @description The site.
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
         * @description Changes the fields that the body names and leaves the others as they are. Which fields are required is not
         *     shown, so none is.
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
                 * @description The site.
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
         * @description Creates a new site with all content and configuration of the original. The path names the site to duplicate.
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
                 * @description The site.
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
         * @description Creates a route of a site.
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
                 * @description The route.
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
         * @description Changes the fields that the body names and leaves the others as they are. Localized variants that are given
         *     take the place of those that were there.
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
                 * @description The workspace.
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
         * @description Registers an address for exactly one event type of a workspace.
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
         * @description An identifier. Its version and its case are not shown.
         */
        Uuid: string;
        /** @description A website that belongs to a workspace. */
        Site: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the site. */
            name: string;
            /**
             * Format: uri
             * @description Host URL of the site: only the origin, that is scheme and host, without a path.
             *
             *     The reference contradicts itself here: it declares the type of this field as null, while its examples
             *     carry an origin. Both are allowed: an origin where the site has one, null where it has none. The field
             *     itself is always there.
             */
            hostUrl: string | null;
            /** @description Key that belongs to the site. It is not the API key of the App and does not authorise requests. */
            apiKey: components["schemas"]["Uuid"];
        };
        /** @description What a new site starts with. */
        SiteCreation: {
            name: components["schemas"]["SiteName"];
            hostUrl?: components["schemas"]["HostUrl"];
            /** @description Locale of the site, for example of the form `<language>-<REGION>`. No operation shows it again. */
            locale?: string;
        };
        /** @description The fields of a site that change. None is required; those left out stay as they are. */
        SiteUpdate: {
            name?: components["schemas"]["SiteName"];
            hostUrl?: components["schemas"]["HostUrl"];
        };
        /** @description What the copy has of its own. */
        SiteDuplication: {
            name?: components["schemas"]["SiteName"];
        };
        /** @description Name of the site. Constraints on its length are not shown. */
        SiteName: string;
        /**
         * Format: uri
         * @description An origin only, that is scheme and host, without a path.
         */
        HostUrl: string;
        /** @description A page of sites. */
        SitePage: {
            /** @description Sites on this page. */
            data: components["schemas"]["Site"][];
            /** @description Whether more sites follow this page. */
            hasMore: boolean;
        };
        /**
         * @description The pathname of a route in one locale. The interface does not say that both fields are required; see the
         *     assumption named.
         */
        LocalizedVariant: {
            /** @description Locale code of the form `<language>-<REGION>`. */
            locale: string;
            /** @description Pathname of the route in that locale. */
            pathname: string;
        };
        /** @description A URL pathname of a site, with optional localized variants. */
        Route: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Pathname of the route. It starts with a slash, unless the validation that would have asked for one was
             *     skipped: that is why the slash is no pattern here.
             */
            pathname: string;
            /** @description Localized variants; empty when none were given at creation. */
            localizedVariants: components["schemas"]["LocalizedVariant"][];
        };
        /** @description What a new route starts with. */
        RouteCreation: {
            /** @description Pathname of the route. */
            pathname: string;
            /**
             * @description Localized variants of the route.
             * @default []
             */
            localizedVariants: components["schemas"]["LocalizedVariant"][];
        };
        /** @description The fields of a route that change. None is required; those left out stay as they are. */
        RouteUpdate: {
            /** @description New pathname. */
            pathname?: string;
            /** @description Localized variants of the route, in place of those that were there. */
            localizedVariants?: components["schemas"]["LocalizedVariant"][];
        };
        /**
         * @description The event types that a webhook can be registered for.
         * @enum {string}
         */
        EventType: "page.created" | "page.deleted" | "page.updated" | "page.restored" | "site.published";
        /** @description The registration of an address for one event type of a workspace. */
        Webhook: {
            id: components["schemas"]["Uuid"];
            workspaceId: components["schemas"]["Uuid"];
            /**
             * Format: uri
             * @description Address that is registered for the webhook.
             */
            url: string;
            eventType: components["schemas"]["EventType"];
        };
        /** @description What is registered. */
        WebhookCreation: {
            /**
             * Format: uri
             * @description Address to register.
             */
            url: string;
            eventType: components["schemas"]["EventType"];
        };
        /**
         * @description A delivered event. Its payload, the delivery headers, signing, retries and which operation causes which event
         *     are not documented: any JSON value fits here. What the mock sends is recorded under the assumptions named.
         */
        Event: unknown;
        /** @description Problem details (RFC 9457), the mock's error body. The interface shows none. */
        Problem: {
            /**
             * Format: uri-reference
             * @description Which problem it is; see `x-problems`.
             */
            type: string;
            /** @description The problem in a few words, the same each time it occurs. */
            title: string;
            /** @description The status of the answer. */
            status: number;
            /** @description What was wrong with this request, and what to do. */
            detail?: string;
            /** @description Every single fault that was found. */
            errors?: components["schemas"]["Fault"][];
        };
        /** @description One fault of a request, and where it stands. */
        Fault: {
            /**
             * Format: json-pointer
             * @description JSON Pointer (RFC 6901) into the request body.
             */
            pointer?: string;
            /** @description Name of a path or query parameter. */
            parameter?: string;
            /** @description Name of a header. */
            header?: string;
            /** @description What was wrong there. */
            detail: string;
        };
    };
    responses: {
        /**
         * @description The request was refused and had no effect. Statuses, body and codes of errors are not shown by the interface;
         *     what stands here is what the mock answers.
         */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The receiver took the event. */
        EventReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The receiver did not take the event. */
        EventRefused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description The workspace.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        workspaceId: components["schemas"]["Uuid"];
        /**
         * @description The site.
         * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
         */
        siteId: components["schemas"]["Uuid"];
        /**
         * @description The route.
         * @example 9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94
         */
        routeId: components["schemas"]["Uuid"];
        /**
         * @description When `true`, validation of the route, such as the format of its pathname, is skipped. An enum of two strings,
         *     and not a boolean: nothing but `true` and `false` is allowed. Types are checked in any case.
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
export type $defs = Record<string, never>;
export interface operations {
    listSites: {
        parameters: {
            query?: {
                /**
                 * @description How many sites a page holds at most. Both bounds are included.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description The cursor, of site id type. The interface does not say more than the type; that a page continues behind
                 *     the site that it names follows from its name and from paging being possible at all.
                 * @example 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
                 */
                after?: components["schemas"]["Uuid"];
            };
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                workspaceId: components["parameters"]["workspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description A page of sites. The reference lists status 201 for this operation, unusual as it is for a GET, so 201 is
             *     the documented status.
             */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePage"];
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
                 * @description The workspace.
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
            /** @description The site that was created. */
            201: {
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
    updateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The site.
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
            /**
             * @description The site after the update. The interface shows the body and not the status; the mock answers the value of
             *     the assumption `update-site-status`.
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
    duplicateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The site.
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
            /** @description The new site. */
            201: {
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
    createRoute: {
        parameters: {
            query?: {
                /**
                 * @description When `true`, validation of the route, such as the format of its pathname, is skipped. An enum of two strings,
                 *     and not a boolean: nothing but `true` and `false` is allowed. Types are checked in any case.
                 * @example false
                 */
                skipValidation?: components["parameters"]["skipValidation"];
            };
            header?: never;
            path: {
                /**
                 * @description The site.
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
            /** @description The route that was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Route"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    updateRoute: {
        parameters: {
            query?: {
                /**
                 * @description When `true`, validation of the route, such as the format of its pathname, is skipped. An enum of two strings,
                 *     and not a boolean: nothing but `true` and `false` is allowed. Types are checked in any case.
                 * @example false
                 */
                skipValidation?: components["parameters"]["skipValidation"];
            };
            header?: never;
            path: {
                /**
                 * @description The route.
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
            /** @description The route after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Route"];
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
                 * @description The workspace.
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
            /** @description The webhook that was registered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
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
