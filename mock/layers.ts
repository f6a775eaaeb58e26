import type { RequestHandler } from './handle-request.ts';

/**
 * What can stand around the operations, from the outside to the inside. A layer that is off is not there, and costs
 * nothing.
 */
const order = ['log', 'journal', 'faults', 'prefer'] as const;

export type LayerName = (typeof order)[number];
export type Layer = (inner: RequestHandler) => RequestHandler;

/** A handler whose layers can be put around it and taken off while it is in use. */
export interface Layers {
  readonly handler: RequestHandler;
  /**
   * Puts a layer in its place. A request may be answered by a layer that was not there when it was opened, and the other
   * way round: a layer must answer requests that it did not open.
   */
  put(name: LayerName, layer: Layer): void;
  remove(name: LayerName): void;
}

export function createLayers(innermost: RequestHandler): Layers {
  const layers = new Map<LayerName, Layer>();
  let outermost = innermost;
  const build = (): void => {
    outermost = order.reduceRight((inner, name) => layers.get(name)?.(inner) ?? inner, innermost);
  };
  return {
    handler: {
      open: (head) => outermost.open(head),
      answer: (request, body) => outermost.answer(request, body),
      refuse: (head, operation, refusal) => outermost.refuse(head, operation, refusal),
    },
    put: (name, layer) => {
      layers.set(name, layer);
      build();
    },
    remove: (name) => {
      if (layers.delete(name)) build();
    },
  };
}
