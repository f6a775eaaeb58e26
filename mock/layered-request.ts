import type { OpenRequest } from './handle-request.ts';

/** A request whose head a layer has let through, and which the layer knows again when the body is there. */
export class LayeredRequest implements OpenRequest {
  readonly head: OpenRequest['head'];
  readonly operation: OpenRequest['operation'];
  readonly parameters: OpenRequest['parameters'];
  /** The request as the handler below has opened it. */
  readonly inner: OpenRequest;

  constructor(inner: OpenRequest) {
    this.head = inner.head;
    this.operation = inner.operation;
    this.parameters = inner.parameters;
    this.inner = inner;
  }
}
