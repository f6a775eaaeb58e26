/** The mock as handlers for Mock Service Worker, in Node and in browsers. Needs the package `msw`. */

export { createHandlers, type HandlersOptions } from './create-handlers.ts';
