// Made from spec/control.yaml by `npm run generate`. Do not edit: change the document.
export interface paths {
    "/__mock/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell that the mock is up
         * @description Needs no token, and tells nothing about the mock but that it answers.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether requests can be served
         * @description Unlike the health, it is refused with 503 while the shared store cannot be used, and once the mock is about to stop. Send
         *     no requests then. Needs no token.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read metrics as Prometheus does
         * @description Counts since the control surface was used for the first time: requests by operation and status, their latency, and with a
         *     shared store its statements, retries, connections and the lag of the journal.
         */
        get: operations["readMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell what runs */
        get: operations["getInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/assumptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is documented, assumed and observed
         * @description What the interface leaves open, the value that holds in this mock, and where the value comes from.
         */
        get: operations["listAssumptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/contract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the contract that the mock keeps to */
        get: operations["readContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/state": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        /** Read the state */
        get: operations["readState"];
        /**
         * Replace the state
         * @description Puts a state in the place of everything that the session holds. Ids and keys that are left out are made. What
         *     a reset goes back to does not change.
         */
        put: operations["replaceState"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit single resources
         * @description Puts or removes sites, routes and webhooks, all of them or none. The reply has the edits that undo it. What the
         *     journal, faults and `Prefer` do to requests does not happen.
         */
        patch: operations["editState"];
        trace?: never;
    };
    "/__mock/state/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the state by an operation of the service
         * @description Runs a request to the service with a valid key and with the validation of the contract. It is not in the journal,
         *     and faults and `Prefer` do not affect it. The reply has the edits that undo it.
         */
        post: operations["changeState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to the start
         * @description Puts the session back to its start: state, ids, clock, journal, faults and deliveries. Snapshots stay.
         */
        post: operations["reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the snapshots */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Save a snapshot
         * @description Keeps state, ids and clock as they are now, in place of a snapshot that had the name before.
         */
        put: operations["saveSnapshot"];
        post?: never;
        /** Delete a snapshot */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/snapshots/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a snapshot */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/sessions/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a session
         * @description Forgets a session and all that it holds. The session `default` cannot be deleted, but reset.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/requests": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List the last requests
         * @description The last requests to the service and their answers, oldest first, of every session unless one is named.
         *     Secrets are shortened.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /**
         * Clear the journal
         * @description Of every session, unless one is named.
         */
        delete: operations["clearRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/requests/har": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export requests as an HTTP Archive
         * @description The last requests and their answers as HAR 1.2, which developer tools of browsers and `site-contract check` open.
         *     Secrets are shortened.
         */
        get: operations["exportRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/requests/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a request without sending it
         * @description Tells how the service would refuse a request because of its form: path, key, parameters, media type and body. The
         *     operation does not run, and the request is not in the journal.
         */
        post: operations["checkRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/requests/{id}/repeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer like this next time
         * @description Adds a rule for faults that gives the next requests for the same operation, in the same session, the answer that is
         *     in the journal.
         */
        post: operations["repeatAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/requests/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow requests as they are answered
         * @description Server-sent events. An event `request` carries a `RequestEntry` as JSON, and its id is the `id` of the entry; with
         *     `Last-Event-ID`, those that came since are sent first. An event `delivery` carries a `Delivery` whenever one
         *     changes, an event `changed` says `{ "session": …, "operation": … }` when an operation of this surface changed something. Without
         *     an operation, anything may have changed.
         */
        get: operations["streamRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rules for faults */
        get: operations["listFaults"];
        put?: never;
        /**
         * Add a rule for faults
         * @description The requests that a rule meets fail in the way that it says, leave the state alone, and say so in the header
         *     `X-Mock-Fault`.
         */
        post: operations["addFault"];
        /** Remove every rule for faults */
        delete: operations["removeFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/faults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a rule for faults */
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the clock */
        get: operations["readClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/clock/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the clock
         * @description Stops it where it is, or at the time given. It can still be advanced.
         */
        post: operations["freezeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/clock/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the clock go on
         * @description It goes on from where it stands.
         */
        post: operations["resumeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the clock forward
         * @description Whatever falls due in between, such as a delivery that is tried again, happens.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhooks */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends the same payload once more, under the same `webhook-id`, which receivers use to tell repeats.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trigger an event
         * @description Every webhook of the workspace that is registered for the event type receives it.
         */
        post: operations["triggerEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the page
         * @description Static; it holds no data. The token stands in the fragment of the address, which is never sent.
         */
        get: operations["readPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the documentation of the contract
         * @description Static; it reads the contract with the token that the page has.
         */
        get: operations["readDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__mock/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a file of the page */
        get: operations["readAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: uuid
         * @description An identifier.
         */
        Uuid: string;
        /** @description Letters, digits, dots, underscores and hyphens, 64 at most. */
        SessionName: string;
        /** @description Letters, digits, dots, underscores and hyphens, 64 at most. */
        SnapshotName: string;
        Health: {
            /** @constant */
            status: "ok";
        };
        Info: {
            /** @constant */
            name: "site-contract";
            /** @description The version of the mock. */
            version: string;
            contractTitle: string;
            /** @description The version that the contract gives itself. */
            contractVersion: string;
            /** @description SHA-256 of the contract as the mock has it, overlays applied, in hexadecimal digits. */
            contractHash: string;
            seed: number;
            /** @description Since the mock was made, by the clock of the machine. */
            uptimeMs: number;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: uri
             * @description As the request had it.
             */
            baseUrl: string;
            /** @description The API keys that the service accepts, so that the page can show a request that works. */
            apiKeys: string[];
            /** @description What a line to copy has in the place of the API key: the key that the mock made up, or `$API_KEY` for a key that somebody chose. */
            shownApiKey: string;
            /** @description Workspaces that can be used. */
            workspaces: string[];
            sessions: components["schemas"]["SessionName"][];
            /** @description The operations of the service. */
            operations: {
                id: string;
                method: string;
                path: string;
                summary: string;
            }[];
            eventTypes: string[];
        };
        AssumptionList: {
            /** @description What the interface leaves open, assumed or observed. */
            data: components["schemas"]["Assumption"][];
            /** @description What the interface says. */
            documented: components["schemas"]["Requirement"][];
        };
        Requirement: {
            id: string;
            /** @enum {string} */
            level: "MUST" | "SHOULD" | "OBSERVE";
            /** @description The sentence of the interface, in our words. */
            statement: string;
            /** @description The section of the interface. */
            section: string;
        };
        Assumption: {
            id: string;
            /** @description What the interface leaves open. */
            question: string;
            /** @description The section of the interface that is silent. */
            section: string;
            /** @description What holds in this mock. */
            value: string | number | boolean | null;
            /** @description The values that the mock knows. */
            known: {
                value: string | number | boolean | null;
                meaning: string;
            }[];
            /** @description Which values beyond the known ones are taken as well. */
            open?: string;
            reason: string;
            /**
             * @description `assumed` by the contract that ships; `observed` when an overlay or a contract of one's own says otherwise.
             * @enum {string}
             */
            source: "assumed" | "observed";
        };
        /**
         * @description Everything that a session holds, each kind in the order of creation. The same form is a fixture: see
         *     `spec/state.schema.json`.
         */
        State: {
            /** @constant */
            formatVersion: 1;
            workspaces: {
                id: components["schemas"]["Uuid"];
                sites: {
                    id: components["schemas"]["Uuid"];
                    /** @description The name of the site. */
                    name: string;
                    /**
                     * Format: uri
                     * @description The host URL of the site: an origin (scheme and host, without a path), or null if the site has none.
                     *
                     *     The reference contradicts itself: it declares the type as null, but its examples show an origin. Both are
                     *     allowed. The field is always present.
                     */
                    hostUrl: string | null;
                    /** @description The key of the site. It is not the API key of the App and does not authenticate requests. */
                    apiKey: components["schemas"]["Uuid"];
                    locale?: string;
                    routes: {
                        id: components["schemas"]["Uuid"];
                        /**
                         * @description The pathname of the route. It starts with a slash unless validation was skipped, which is why this schema
                         *     has no pattern.
                         */
                        pathname: string;
                        /** @description The localized variants. Empty if none were given at creation. */
                        localizedVariants: components["schemas"]["LocalizedVariant"][];
                    }[];
                }[];
                webhooks: {
                    id: components["schemas"]["Uuid"];
                    /**
                     * Format: uri
                     * @description The URL that events are sent to.
                     */
                    url: string;
                    eventType: components["schemas"]["EventType"];
                }[];
            }[];
        };
        /**
         * @description A state of which ids, keys and empty lists may be left out. A field that is not known here would be lost, and is
         *     refused.
         */
        StateReplacement: {
            /** @description For editors, `spec/state.schema.json` of this package. */
            $schema?: string;
            /**
             * @description A state of another version is refused.
             * @constant
             */
            formatVersion?: 1;
            /**
             * @description What a file of `--state` holds beside the resources: secrets of webhooks, and deliveries that are under way.
             *     A fixture and the control surface ignore it.
             */
            records?: {
                [key: string]: Record<string, never>;
            };
            workspaces: {
                id: components["schemas"]["Uuid"];
                sites?: {
                    id?: components["schemas"]["Uuid"];
                    /** @description The name of the site. */
                    name: string;
                    /**
                     * Format: uri
                     * @description The host URL of the site: an origin (scheme and host, without a path), or null if the site has none.
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
                         * @description The pathname of the route. It starts with a slash unless validation was skipped, which is why this schema
                         *     has no pattern.
                         */
                        pathname: string;
                        /** @description The localized variants. Empty if none were given at creation. */
                        localizedVariants?: components["schemas"]["LocalizedVariant"][];
                    }[];
                }[];
                webhooks?: {
                    id?: components["schemas"]["Uuid"];
                    /**
                     * Format: uri
                     * @description The URL that events are sent to.
                     */
                    url: string;
                    eventType: components["schemas"]["EventType"];
                }[];
            }[];
        };
        StateEditList: {
            /** @description Made one after the other. */
            edits: components["schemas"]["StateEdit"][];
        };
        /** @description A resource that is put in place of the one with its id, or added, or without a `value` removed. */
        StateEdit: {
            /** @enum {string} */
            kind: "site" | "route" | "webhook";
            id: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description The workspace of a site or webhook, the site of a route. Needed for a resource that is added.
             */
            parent?: string;
            /**
             * Format: uuid
             * @description The resource that an added one comes before. Left out, it is the last one.
             */
            before?: string;
            /** @description The resource as in a state, without what belongs to it. */
            value?: {
                [key: string]: unknown;
            };
        };
        StateChange: {
            /** @description The edits that put everything back. */
            undo: components["schemas"]["StateEdit"][];
            /** @description What the operation answered, if there was one. */
            body?: unknown;
        };
        /** @description A request to the service. */
        RequestDraft: {
            method: string;
            /** @description Percent-encoded, without the query. */
            path: string;
            /** @description Without the question mark. */
            query?: string;
            headers?: {
                name: string;
                value: string;
            }[];
            body?: string;
        };
        RequestCheck: {
            /** @description The status of the refusal. Left out, the form of the request is right. */
            status?: number;
            title?: string;
            detail?: string;
            faults: components["schemas"]["Fault"][];
        };
        AnswerRepetition: {
            /** @description How many requests get the answer. Left out, it is one. */
            next?: number;
        };
        SnapshotList: {
            data: components["schemas"]["Snapshot"][];
        };
        Snapshot: {
            name: components["schemas"]["SnapshotName"];
            /**
             * Format: date-time
             * @description By the clock of the machine.
             */
            savedAt: string;
            /** @description How many there are in it. */
            sites: number;
            routes: number;
            webhooks: number;
        };
        SessionList: {
            data: components["schemas"]["Session"][];
        };
        Session: {
            name: components["schemas"]["SessionName"];
            /**
             * Format: date-time
             * @description By the clock of the machine.
             */
            createdAt: string;
        };
        RequestList: {
            data: components["schemas"]["RequestEntry"][];
        };
        /** @description A request to the service, and its answer. */
        RequestEntry: {
            /** @description Counts up from 1 with each request. */
            id: number;
            /**
             * Format: date-time
             * @description When it arrived, by the clock of the machine.
             */
            time: string;
            session: components["schemas"]["SessionName"];
            /** @description The operation that was asked for, when the request got that far. */
            operation?: string;
            method: string;
            /** @description As it was sent, without the query. */
            path: string;
            query: string;
            /** @description 0 where an injected fault left the request without an answer. */
            status: number;
            durationMs: number;
            /** @description What was wrong with the request. */
            faults: components["schemas"]["Fault"][];
            /** @description The fault that was injected, if there was one. */
            injected?: {
                id: string;
                /** @description As the header `X-Mock-Fault` has it. */
                effect: string;
            };
            /** @description The trace that the request belongs to (W3C Trace Context). */
            traceparent?: string;
            tracestate?: string;
            request: components["schemas"]["Message"];
            response: components["schemas"]["Message"];
        };
        Message: {
            /** @description In the order of the message. Secrets are shortened. */
            headers: {
                name: string;
                value: string;
            }[];
            body?: {
                /** @description Its beginning, at most 16 KiB. Empty in old entries once all bodies together would take more than 8 MiB. Secrets are shortened. */
                text: string;
                /** @description The size of the whole body. */
                bytes: number;
                truncated: boolean;
            };
        };
        FaultRuleList: {
            data: components["schemas"]["FaultRule"][];
        };
        FaultRule: {
            id: string;
            /** @description An `operationId`, or `*` for every request. */
            operation: string;
            session?: components["schemas"]["SessionName"];
            probability?: number;
            /** @description How many requests the rule still meets. */
            next?: number;
            effect: components["schemas"]["FaultEffect"];
            /** @description How many requests the rule has met. */
            injected: number;
        };
        FaultRuleCreation: {
            /**
             * @description An `operationId`, or `*` for every request.
             * @default *
             */
            operation: string;
            session?: components["schemas"]["SessionName"];
            /** @description Which share of the requests is met. Left out, it is all of them. */
            probability?: number;
            /** @description How many requests are met before the rule ends. Left out, it does not end by itself. */
            next?: number;
            effect: components["schemas"]["FaultEffect"];
        };
        /** @description What happens to a request. */
        FaultEffect: {
            /** @enum {unknown} */
            kind: "status" | "latency" | "reset" | "truncate" | "hang" | "rateLimit";
        } & (components["schemas"]["StatusEffect"] | components["schemas"]["LatencyEffect"] | components["schemas"]["ResetEffect"] | components["schemas"]["TruncateEffect"] | components["schemas"]["HangEffect"] | components["schemas"]["RateLimitEffect"]);
        /** @description The request is answered with a status, and the operation does not run. */
        StatusEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "status";
            status: number;
            /** @description Headers of the reply, beside the usual ones or in their place. */
            headers?: {
                [key: string]: string;
            };
            /** @description The body: a text as it is, any other value as JSON. Left out, it is a problem from 400 on, else an example of the contract that has this status, else nothing. */
            body?: unknown;
            /** @description Fields of the problem details, in place of the usual ones. Only from 400 on, and without a body. */
            problem?: {
                type?: string;
                title?: string;
                detail?: string;
            };
        };
        /** @description The answer comes later, by a fixed time, or by any time between two. */
        LatencyEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "latency";
            milliseconds?: number;
            from?: number;
            to?: number;
        };
        /** @description The connection is reset. */
        ResetEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "reset";
        };
        /** @description The answer breaks off in its body. */
        TruncateEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "truncate";
        };
        /** @description No answer ever comes. */
        HangEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "hang";
        };
        /** @description More requests than that within a window are answered with 429 and `Retry-After`. */
        RateLimitEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "rateLimit";
            requests: number;
            windowMs: number;
        };
        Clock: {
            /**
             * Format: date-time
             * @description The time that the mock goes by.
             */
            now: string;
            frozen: boolean;
        };
        ClockFreeze: {
            /**
             * Format: date-time
             * @description Where it stops. Left out, it is where it is.
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
            id: components["schemas"]["Uuid"];
            workspaceId: components["schemas"]["Uuid"];
            url: string;
            eventType: string;
            /** @description What deliveries are signed with (Standard Webhooks), `whsec_…`. */
            secret: string;
            /** @description Whether its receiver answered 410, after which nothing is sent to it. */
            disabled: boolean;
        };
        DeliveryList: {
            data: components["schemas"]["Delivery"][];
        };
        /** @description One event on its way to one webhook. */
        Delivery: {
            /** @description The `webhook-id` of every attempt. */
            id: string;
            webhookId: components["schemas"]["Uuid"];
            workspaceId: components["schemas"]["Uuid"];
            eventType: string;
            url: string;
            session: components["schemas"]["SessionName"];
            /** @enum {string} */
            state: "pending" | "sending" | "delivered" | "failed";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it is tried again, by the clock of the mock.
             */
            nextAttemptAt?: string;
            /** @description Why it failed for good. */
            reason?: string;
            /** @description The body of every attempt. */
            payload: string;
            /** @description The trace of the request that triggered the event. Each attempt is a part of it. */
            traceparent?: string;
            tracestate?: string;
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            /** Format: date-time */
            at: string;
            durationMs: number;
            /** @description What the receiver answered, if it did. */
            status?: number;
            /** @description What kept the delivery from being answered. */
            error?: string;
            /** @description The beginning of what the receiver answered. */
            response?: string;
        };
        /**
         * @description The event types of the service.
         * @enum {string}
         */
        EventType: "page.created" | "page.deleted" | "page.updated" | "page.restored" | "site.published";
        EventTrigger: {
            type: components["schemas"]["EventType"];
            workspaceId: components["schemas"]["Uuid"];
            /** @description What the event carries. Left out, it is an object that names the workspace. */
            data?: unknown;
        };
        /** @description Problem details (RFC 9457). */
        Problem: {
            /**
             * Format: uri-reference
             * @description Which problem it is; see `x-problems`.
             */
            type: string;
            title: string;
            status: number;
            /** @description What was wrong with this request, and what to do. */
            detail?: string;
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
            detail: string;
        };
        /**
         * @description The pathname of a route in one locale. The interface does not state that both fields are required; see the
         *     assumption `incomplete-variant`.
         */
        LocalizedVariant: {
            /** @description A locale of the form `<language>-<REGION>`. */
            locale: string;
            /** @description The pathname of the route in that locale. */
            pathname: string;
        };
    };
    responses: {
        /** @description The request was refused and had no effect. */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The clock as it is now. */
        Clock: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
        /** @description A page. */
        Html: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
    };
    parameters: {
        /**
         * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
         *     journal says which session a request was for. Requests to the service take the same header.
         * @example worker-1
         */
        Session: components["schemas"]["SessionName"];
        /**
         * @description The name of the snapshot.
         * @example before-checkout
         */
        snapshotName: components["schemas"]["SnapshotName"];
        /**
         * @description Only requests for this operation, by its `operationId`.
         * @example createSite
         */
        operation: string;
        /**
         * @description Only requests that were answered with this status, or a status of this range.
         * @example 4xx
         */
        status: string;
        /**
         * @description Only requests with a greater id.
         * @example 40
         */
        after: number;
        /**
         * @description Only requests with a smaller id.
         * @example 42
         */
        before: number;
        /**
         * @description Only requests of this session.
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
            /** @description It is up. */
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
            /** @description They can. */
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
            /** @description The text format 0.0.4 of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Version, contract, seed and sessions. */
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
            /** @description Every assumption, in the order of the contract. */
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
            /** @description The OpenAPI document of the service, overlays applied. */
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
    readState: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything that the session holds. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
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
            /** @description The state that holds now. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
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
            /** @description The state was edited. */
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
    changeState: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestDraft"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything is as it was when the session began. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots of the session, oldest first. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description State, ids and clock are as they were when it was saved. */
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
            /** @description Every session that there is, the session `default` first. */
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
                 * @description The name of the session.
                 * @example worker-1
                 */
                name: components["schemas"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                 * @description Only requests for this operation, by its `operationId`.
                 * @example createSite
                 */
                operation?: components["parameters"]["operation"];
                /**
                 * @description Only requests that were answered with this status, or a status of this range.
                 * @example 4xx
                 */
                status?: components["parameters"]["status"];
                /**
                 * @description Only requests of this session.
                 * @example worker-1
                 */
                session?: components["parameters"]["session"];
                /**
                 * @description Only requests with a greater id.
                 * @example 40
                 */
                after?: components["parameters"]["after"];
                /**
                 * @description Only requests with a smaller id.
                 * @example 42
                 */
                before?: components["parameters"]["before"];
                /**
                 * @description How many requests at most; the last ones are listed.
                 * @example 100
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last requests, oldest first. */
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
                 * @description Only requests of this session.
                 * @example worker-1
                 */
                session?: components["parameters"]["session"];
            };
            header?: {
                /**
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal is empty. */
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
                 * @description Only requests for this operation, by its `operationId`.
                 * @example createSite
                 */
                operation?: components["parameters"]["operation"];
                /**
                 * @description Only requests that were answered with this status, or a status of this range.
                 * @example 4xx
                 */
                status?: components["parameters"]["status"];
                /**
                 * @description Only requests of this session.
                 * @example worker-1
                 */
                session?: components["parameters"]["session"];
                /**
                 * @description Only requests with a greater id.
                 * @example 40
                 */
                after?: components["parameters"]["after"];
                /**
                 * @description Only requests with a smaller id.
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
            /** @description The archive. `_id` of an entry is its id in the journal. */
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
    checkRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestDraft"];
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestCheck"];
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
    repeatAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The request in the journal.
                 * @example 41
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnswerRepetition"];
            };
        };
        responses: {
            /** @description The rule. */
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
    streamRequests: {
        parameters: {
            query?: {
                /**
                 * @description Only requests for this operation, by its `operationId`.
                 * @example createSite
                 */
                operation?: components["parameters"]["operation"];
                /**
                 * @description Only requests that were answered with this status, or a status of this range.
                 * @example 4xx
                 */
                status?: components["parameters"]["status"];
                /**
                 * @description Only requests of this session.
                 * @example worker-1
                 */
                session?: components["parameters"]["session"];
            };
            header?: {
                /**
                 * @description The id of the last event that arrived.
                 * @example 41
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events without end. */
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
            /** @description Every rule, in the order in which they are tried. */
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
            /** @description The rule, which holds from now on. */
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
            /** @description No faults are injected any more. */
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
                 * @description The rule.
                 * @example fault-1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does not hold any more. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks of the session with what their receivers need to verify a delivery. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last deliveries of the session, oldest first. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
                 * @example worker-1
                 */
                "X-Mock-Session"?: components["parameters"]["Session"];
            };
            path: {
                /**
                 * @description The delivery.
                 * @example msg_2b7e1516
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which is under way. */
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
                 * @description The session. Each has its own state, ids, clock, faults and deliveries, and is made when it is first named. The
                 *     journal says which session a request was for. Requests to the service take the same header.
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
            /** @description The deliveries that were made, one for each webhook; none when no webhook is registered for it. */
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
    readPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Html"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    readDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Html"];
            "4XX": components["responses"]["Refusal"];
        };
    };
    readAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the file.
                 * @example page.js
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            "4XX": components["responses"]["Refusal"];
        };
    };
}
