// Generated from spec/control.yaml by `npm run generate`. Do not edit: change that file.
export interface components {
    schemas: {
        /**
         * Format: uuid
         * An identifier.
         */
        Uuid: string;
        /** At most 64 letters, digits, dots, underscores and hyphens, starting with a letter or digit. */
        SessionName: string;
        /** At most 64 letters, digits, dots, underscores and hyphens, starting with a letter or digit. */
        SnapshotName: string;
        Health: {
            /** @constant */
            status: "ok";
        };
        Info: {
            /** @constant */
            name: "site-contract";
            /** The version of the mock. */
            version: string;
            contractTitle: string;
            /** The version of the contract (`info.version`). */
            contractVersion: string;
            /** The SHA-256 hash of the contract with overlays applied, in hexadecimal digits. */
            contractHash: string;
            seed: number;
            /** Milliseconds since the mock was created, by the system clock. */
            uptimeMs: number;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: uri
             * The base URL of the mock, as in the request.
             */
            baseUrl: string;
            /** The API keys that the service accepts. */
            apiKeys: string[];
            /** What commands to copy contain as the API key: the default key of the mock, or `$API_KEY` in place of a key that you chose. */
            shownApiKey: string;
            /** Workspaces that exist. */
            workspaces: string[];
            /** Whether the contract is the built-in one, with or without changes, and not one of another service. */
            isBuiltIn: boolean;
            sessions: components["schemas"]["SessionName"][];
            /** The operations of the service. */
            operations: {
                id: string;
                method: string;
                path: string;
                summary: string;
            }[];
            eventTypes: string[];
        };
        AssumptionList: {
            /** What the interface leaves open, with the assumed or observed value. */
            data: components["schemas"]["Assumption"][];
            /** What the interface documents. */
            documented: components["schemas"]["Requirement"][];
        };
        Requirement: {
            id: string;
            /** @enum {string} */
            level: "MUST" | "SHOULD" | "OBSERVE";
            /** The requirement, in our own words. */
            statement: string;
            /** The section of the interface. */
            section: string;
        };
        Assumption: {
            id: string;
            /** What the interface leaves open. */
            question: string;
            /** The section of the interface that is silent. */
            section: string;
            /** The value that this mock uses. */
            value: string | number | boolean | null;
            /** The values that the mock supports. */
            known: {
                value: string | number | boolean | null;
                meaning: string;
            }[];
            /** Which other values are supported as well. */
            open?: string;
            reason: string;
            /**
             * `assumed` for the value of the built-in contract; `observed` if an overlay or another contract sets a different one.
             * @enum {string}
             */
            source: "assumed" | "observed";
        };
        /**
         * The data of a session, each kind in the order of creation. Fixtures have the same format: see
         *     `spec/state.schema.json`.
         */
        State: {
            /** @constant */
            formatVersion: 1;
            workspaces: {
                id: components["schemas"]["Uuid"];
                sites: {
                    id: components["schemas"]["Uuid"];
                    /** The name of the site. */
                    name: string;
                    /**
                     * Format: uri
                     * The host URL of the site: an origin (scheme and host, without a path), or null if the site has none.
                     *
                     *     The reference contradicts itself: it declares the type as null, but its examples show an origin. Both are
                     *     allowed. The field is always present.
                     */
                    hostUrl: string | null;
                    /** The key of the site. It is not the API key of the App and does not authenticate requests. */
                    apiKey: components["schemas"]["Uuid"];
                    locale?: string;
                    routes: {
                        id: components["schemas"]["Uuid"];
                        /**
                         * The pathname of the route. It starts with a slash unless validation was skipped, which is why this schema
                         *     has no pattern.
                         */
                        pathname: string;
                        /** The localized variants. Empty if none were given at creation. */
                        localizedVariants: components["schemas"]["LocalizedVariant"][];
                    }[];
                }[];
                webhooks: {
                    id: components["schemas"]["Uuid"];
                    /**
                     * Format: uri
                     * The URL that events are sent to.
                     */
                    url: string;
                    eventType: components["schemas"]["EventType"];
                }[];
            }[];
        };
        /**
         * What a `--state` file contains besides the resources: secrets of webhooks, and deliveries in progress. Fixtures
         *     and the control surface ignore it.
         */
        StateRecords: {
            settings?: {
                random?: number[];
                webhookSeed?: number;
                deliveryIds?: number;
                disabledWebhooks?: string[];
            };
            deliveries?: {
                delivery: components["schemas"]["Delivery"];
                tries: number;
            }[];
        };
        /** A state in which ids, keys and empty lists can be omitted. Unknown fields are refused, because they would be lost. */
        StateReplacement: {
            /** The JSON Schema for editors, `spec/state.schema.json` of this package. */
            $schema?: string;
            /**
             * Other versions are refused.
             * @constant
             */
            formatVersion?: 1;
            records?: components["schemas"]["StateRecords"];
            workspaces: {
                id: components["schemas"]["Uuid"];
                sites?: {
                    id?: components["schemas"]["Uuid"];
                    /** The name of the site. */
                    name: string;
                    /**
                     * Format: uri
                     * The host URL of the site: an origin (scheme and host, without a path), or null if the site has none.
                     *
                     *     The reference contradicts itself: it declares the type as null, but its examples show an origin. Both are
                     *     allowed. The field is always present.
                     */
                    hostUrl?: string | null;
                    apiKey?: components["schemas"]["Uuid"];
                    locale?: string;
                    routes?: {
                        id?: components["schemas"]["Uuid"];
                        /**
                         * The pathname of the route. It starts with a slash unless validation was skipped, which is why this schema
                         *     has no pattern.
                         */
                        pathname: string;
                        /** The localized variants. Empty if none were given at creation. */
                        localizedVariants?: components["schemas"]["LocalizedVariant"][];
                    }[];
                }[];
                webhooks?: {
                    id?: components["schemas"]["Uuid"];
                    /**
                     * Format: uri
                     * The URL that events are sent to.
                     */
                    url: string;
                    eventType: components["schemas"]["EventType"];
                }[];
            }[];
        };
        RecordList: {
            data: {
                /** The name of its resource. */
                kind: string;
                /** Identifies it among the records of its kind. */
                id: string;
                /** The `id` of the record that contains it. */
                parent?: string;
                /** Its fields, with those that responses do not show. */
                value: {
                    [key: string]: unknown;
                };
            }[];
        };
        StateEditList: {
            /** Applied in this order. */
            edits: components["schemas"]["StateEdit"][];
        };
        /**
         * Adds a resource, or replaces the one with the same id. Without an `id`, the added resource gets a new one. Without a
         *     `value`, removes the resource.
         */
        StateEdit: {
            /** The name of a resource of the contract, such as `site`, `route` or `webhook`. */
            kind: string;
            /**
             * Identifies the resource among those of its kind. For contracts other than the built-in one, this is the `id` of
             *     `GET /__mock/records`.
             */
            id?: string;
            /**
             * The id of the resource that contains it, such as the workspace of a site, or the site of a route. Required to add
             *     such a resource.
             */
            parent?: string;
            /** The resource to insert an added one before. By default, or if the list does not contain that one, it is added at the end. */
            before?: string;
            /** The resource as in a state, without its nested resources. */
            value?: {
                [key: string]: unknown;
            };
        };
        StateChange: {
            /** The edits that undo the change. */
            undo: components["schemas"]["StateEdit"][];
        };
        SnapshotList: {
            data: components["schemas"]["Snapshot"][];
        };
        Snapshot: {
            name: components["schemas"]["SnapshotName"];
            /**
             * Format: date-time
             * When the snapshot was saved, by the system clock.
             */
            savedAt: string;
            /** The number of sites in the snapshot. Only for the built-in contract. */
            sites?: number;
            routes?: number;
            webhooks?: number;
            /** For other contracts, the number of records by the plural of their kind. */
            records?: {
                [key: string]: number;
            };
        };
        SessionList: {
            data: components["schemas"]["Session"][];
        };
        Session: {
            name: components["schemas"]["SessionName"];
            /**
             * Format: date-time
             * When the session was created, by the system clock.
             */
            createdAt: string;
        };
        RequestList: {
            data: components["schemas"]["RequestEntry"][];
        };
        /** A request to the service, and its response. */
        RequestEntry: {
            /** A number that increases with each request, starting at 1. */
            id: number;
            /**
             * Format: date-time
             * When the request arrived, by the system clock.
             */
            time: string;
            /** The session that the request was made in. */
            session: components["schemas"]["SessionName"];
            /** The `operationId` that the request matched, if any. */
            operation?: string;
            /** The HTTP method. */
            method: string;
            /** The path as it was sent, without the query. */
            path: string;
            /** The query as it was sent, without `?`. Secrets are shortened. */
            query: string;
            /** The status of the response, or 0 if an injected fault prevented one. */
            status: number;
            /** The time from the request head to the response, with an injected delay and without network time. */
            durationMs: number;
            /** The errors that were found in the request. */
            faults: components["schemas"]["Fault"][];
            /** JSON Pointers to fields of the request body that the contract does not define, and that had no effect. */
            ignored?: string[];
            /** The fault that was injected, if any. */
            injected?: {
                id: string;
                /** The effect, as in the header `X-Mock-Fault`. */
                effect: string;
            };
            /** The trace that the request belongs to (W3C Trace Context). */
            traceparent?: string;
            /** Further data of that trace. */
            tracestate?: string;
            /** The request. */
            request: components["schemas"]["Message"];
            /** The response. */
            response: components["schemas"]["Message"];
        };
        Message: {
            /** The headers in the order of the message. Secrets are shortened. */
            headers: {
                name: string;
                value: string;
            }[];
            body?: {
                /** The first 16 KiB of the body. Secrets are shortened. */
                text: string;
                /** The size of the whole body. */
                bytes: number;
                truncated: boolean;
            };
        };
        FaultRuleList: {
            data: components["schemas"]["FaultRule"][];
        };
        /** An active fault rule. */
        FaultRule: {
            /** Identifies the rule, to remove it. */
            id: string;
            /** An `operationId` of the contract, `GET /path` for an operation without one, or `*` for all requests. */
            operation: string;
            /** The session whose requests the rule applies to. */
            session?: components["schemas"]["SessionName"];
            /** The share of requests that the rule applies to. */
            probability?: number;
            /** How many more requests the rule applies to. */
            next?: number;
            /** What happens to the requests of the rule. */
            effect: components["schemas"]["FaultEffect"];
            /** How many requests the rule was applied to. */
            injected: number;
        };
        /** A fault rule to add. */
        FaultRuleCreation: {
            /** Ignored, so that a listed rule can be added again. */
            id?: string;
            /** Ignored, like `id`. */
            injected?: number;
            /**
             * An `operationId` of the contract, `GET /path` for an operation without one, or `*` for all requests.
             * @default *
             */
            operation: string;
            /** The session whose requests the rule applies to. */
            session?: components["schemas"]["SessionName"];
            /**
             * Share of requests
             * The share of requests that the rule applies to. The default is 1, which is all of them.
             */
            probability?: number;
            /**
             * Number of requests
             * How many requests the rule applies to before it expires. By default, it does not expire.
             */
            next?: number;
            /** What happens to the requests of the rule. */
            effect: components["schemas"]["FaultEffect"];
        };
        /** What happens to a request. */
        FaultEffect: {
            /** @enum {unknown} */
            kind: "status" | "latency" | "reset" | "truncate" | "hang" | "rateLimit";
        } & (components["schemas"]["StatusEffect"] | components["schemas"]["LatencyEffect"] | components["schemas"]["ResetEffect"] | components["schemas"]["TruncateEffect"] | components["schemas"]["HangEffect"] | components["schemas"]["RateLimitEffect"]);
        /** The request gets a response with this status, and the operation does not run. */
        StatusEffect: {
            /**
             * discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "status";
            /** The status, from 100 to 599. */
            status: number;
            /** Headers that are added to the response, or replace the usual ones. */
            headers?: {
                [key: string]: string;
            };
            /** The body: a string is sent unchanged, any other value as JSON. By default, it is a problem for a status of 400 or higher, and otherwise an example of the contract with this status, or empty if there is none. */
            body?: unknown;
            /** Fields that replace those of the problem details. Only for a status of 400 or higher, and without `body`. */
            problem?: {
                type?: string;
                title?: string;
                detail?: string;
            };
        };
        /** The response is delayed by a fixed time, or by a random time between two bounds. */
        LatencyEffect: {
            /**
             * discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "latency";
            /** A fixed delay. */
            milliseconds?: number;
            /** The shortest random delay, in milliseconds. The default is 0. */
            from?: number;
            /** The longest random delay, in milliseconds. Replaces `milliseconds`. */
            to?: number;
        };
        /** The connection is reset. */
        ResetEffect: {
            /**
             * discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "reset";
        };
        /** The response is cut off within its body. */
        TruncateEffect: {
            /**
             * discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "truncate";
        };
        /** The request never gets a response. */
        HangEffect: {
            /**
             * discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "hang";
        };
        /** Requests beyond this number within a window get 429 with `Retry-After`. */
        RateLimitEffect: {
            /**
             * discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "rateLimit";
            /** The number of requests within a window that are not affected. */
            requests: number;
            /** The length of the window in milliseconds, by the clock of the session. */
            windowMs: number;
        };
        Clock: {
            /**
             * Format: date-time
             * The current time of the mock.
             */
            now: string;
            frozen: boolean;
        };
        ClockFreeze: {
            /**
             * Format: date-time
             * The time to stop at. The default is the current time of the mock.
             */
            at?: string;
        };
        ClockAdvance: {
            milliseconds: number;
        };
        RegisteredWebhookList: {
            data: components["schemas"]["RegisteredWebhook"][];
        };
        RegisteredWebhook: {
            /** The id of the webhook. */
            id: components["schemas"]["Uuid"];
            /** The workspace that it belongs to. */
            workspaceId: components["schemas"]["Uuid"];
            /** The URL that events are sent to. */
            url: string;
            /** The event type that it is registered for. */
            eventType: string;
            /** The secret that signs deliveries (Standard Webhooks), `whsec_…`. */
            secret: string;
            /** Whether the receiver returned 410, after which it gets no further deliveries. */
            disabled: boolean;
        };
        DeliveryList: {
            data: components["schemas"]["Delivery"][];
        };
        /** The delivery of one event to one webhook. */
        Delivery: {
            /** The `webhook-id` of every attempt. */
            id: string;
            /** The webhook that the event is sent to. */
            webhookId: components["schemas"]["Uuid"];
            /** The workspace of the webhook. */
            workspaceId: components["schemas"]["Uuid"];
            /** The type of the event. */
            eventType: string;
            /** The URL of the receiver. */
            url: string;
            /** The session that the webhook belongs to. */
            session: components["schemas"]["SessionName"];
            /**
             * How far the delivery is. `pending` waits for its next attempt.
             * @enum {string}
             */
            state: "pending" | "sending" | "delivered" | "failed";
            /**
             * Format: date-time
             * The time of the event, by the clock of the session.
             */
            createdAt: string;
            /**
             * Format: date-time
             * When the delivery is retried, by the clock of the session.
             */
            nextAttemptAt?: string;
            /** Why the delivery failed permanently. */
            reason?: string;
            /** The body of every attempt. */
            payload: string;
            /** The trace of the request that triggered the event. Each attempt belongs to it. */
            traceparent?: string;
            /** Further data of that trace. */
            tracestate?: string;
            /** The latest attempts, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            /**
             * Format: date-time
             * The time of the attempt, by the clock of the session.
             */
            at: string;
            /** The time to the end of the attempt. */
            durationMs: number;
            /** The status that the receiver returned, if any. */
            status?: number;
            /** Why there is no response. */
            error?: string;
            /** The beginning of the response body. */
            response?: string;
        };
        /**
         * The event types of the service.
         * @enum {string}
         */
        EventType: "page.created" | "page.deleted" | "page.updated" | "page.restored" | "site.published";
        EventTrigger: {
            /** Only webhooks that are registered for it receive the event. */
            type: components["schemas"]["EventType"];
            /** The workspace whose webhooks receive the event. */
            workspaceId: components["schemas"]["Uuid"];
            /** The data of the event. The default is an object with the `workspaceId`. */
            data?: unknown;
        };
        /** Problem details (RFC 9457). */
        Problem: {
            /**
             * Format: uri-reference
             * The type of the problem; see `x-problems`.
             */
            type: string;
            title: string;
            status: number;
            /** What was wrong with this request and how to fix it. */
            detail?: string;
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
            detail: string;
        };
        /**
         * The pathname of a route in one locale. The interface does not state that both fields are required; see the
         *     assumption `incomplete-variant`.
         */
        LocalizedVariant: {
            /** A locale of the form `<language>-<REGION>`. */
            locale: string;
            /** The pathname of the route in that locale. */
            pathname: string;
        };
    };
    responses: {
        /** The request was refused and had no effect. */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The current state of the clock. */
        Clock: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
    };
    parameters: {
        /**
         * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
         *     use. Requests to the service use the same header. The journal records the session of each request.
         * @example worker-1
         */
        Session: components["schemas"]["SessionName"];
        /**
         * The name of the snapshot.
         * @example before-checkout
         */
        snapshotName: components["schemas"]["SnapshotName"];
        /**
         * Only requests for the operation with this `operationId`, or `GET /path` without one.
         * @example createSite
         */
        operation: string;
        /**
         * Only requests whose response has this status, or a status in this range.
         * @example 4xx
         */
        status: string;
        /**
         * Only requests with an id greater than this.
         * @example 40
         */
        after: number;
        /**
         * Only requests with an id less than this.
         * @example 42
         */
        before: number;
        /**
         * Only requests of this session.
         * @example worker-1
         */
        session: components["schemas"]["SessionName"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The mock is running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The mock can serve requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            503: components["responses"]["Refusal"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    readMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Metrics in the Prometheus text format 0.0.4. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; version=0.0.4; charset=utf-8": string;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    getInfo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Version, contract, seed and sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Info"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    listAssumptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Every assumption, in the order of the contract. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssumptionList"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    readContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The OpenAPI document of the service, with overlays applied. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    readResources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The resource model. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    listRecords: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The records, in order of creation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordList"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    readState: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The state of the session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["State"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    replaceState: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StateReplacement"];
            };
        };
        responses: {
            /** The new state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["State"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    editState: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StateEditList"];
            };
        };
        responses: {
            /** The state was edited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateChange"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    reset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The session was reset. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The snapshots of the session, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotList"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    saveSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The snapshot was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** State, ids and clock of the snapshot were restored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All sessions, with `default` first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The name of the session.
                 * @example worker-1
                 */
                name: components["schemas"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The session was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /**
                 * Only requests for the operation with this `operationId`, or `GET /path` without one.
                 * @example createSite
                 */
                operation?: components["parameters"]["operation"];
                /**
                 * Only requests whose response has this status, or a status in this range.
                 * @example 4xx
                 */
                status?: components["parameters"]["status"];
                /**
                 * Only requests of this session.
                 * @example worker-1
                 */
                session?: components["parameters"]["session"];
                /**
                 * Only requests with an id greater than this.
                 * @example 40
                 */
                after?: components["parameters"]["after"];
                /**
                 * Only requests with an id less than this.
                 * @example 42
                 */
                before?: components["parameters"]["before"];
                /**
                 * The maximum number of requests. The most recent ones are listed.
                 * @example 100
                 */
                limit?: number;
            };
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The last requests, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestList"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    clearRequests: {
        parameters: {
            query?: {
                /**
                 * Only requests of this session.
                 * @example worker-1
                 */
                session?: components["parameters"]["session"];
            };
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The journal is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    exportRequests: {
        parameters: {
            query?: {
                /**
                 * Only requests for the operation with this `operationId`, or `GET /path` without one.
                 * @example createSite
                 */
                operation?: components["parameters"]["operation"];
                /**
                 * Only requests whose response has this status, or a status in this range.
                 * @example 4xx
                 */
                status?: components["parameters"]["status"];
                /**
                 * Only requests of this session.
                 * @example worker-1
                 */
                session?: components["parameters"]["session"];
                /**
                 * Only requests with an id greater than this.
                 * @example 40
                 */
                after?: components["parameters"]["after"];
                /**
                 * Only requests with an id less than this.
                 * @example 42
                 */
                before?: components["parameters"]["before"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The archive. `_id` of an entry is its id in the journal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    streamRequests: {
        parameters: {
            query?: {
                /**
                 * Only requests for the operation with this `operationId`, or `GET /path` without one.
                 * @example createSite
                 */
                operation?: components["parameters"]["operation"];
                /**
                 * Only requests whose response has this status, or a status in this range.
                 * @example 4xx
                 */
                status?: components["parameters"]["status"];
                /**
                 * Only requests of this session.
                 * @example worker-1
                 */
                session?: components["parameters"]["session"];
            };
            header?: {
                /**
                 * The id of the last event that was received.
                 * @example 41
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A stream of events that does not end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All rules, in the order in which they are tried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultRuleList"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultRuleCreation"];
            };
        };
        responses: {
            /** The rule, which now applies. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultRule"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    removeFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All rules were removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the rule.
                 * @example fault-1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The rule was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    readClock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    freezeClock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ClockFreeze"];
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    resumeClock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockAdvance"];
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The webhooks of the session, with the secrets that their receivers need to verify deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWebhookList"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The last deliveries of the session, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * The id of the delivery.
                 * @example msg_2b7e1516
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery, which is in progress. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    triggerEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The name of the session. Each session has its own state, ids, clock, faults and deliveries, and is created on first
                 *     use. Requests to the service use the same header. The journal records the session of each request.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventTrigger"];
            };
        };
        responses: {
            /** One delivery for each webhook that is registered for the event type. May be empty. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
}
