import { type Path, schemas } from './edit.ts';

/**
 * Places in orders.yaml, which uses discriminators, encodings, anchors, ranges and other rare features of OpenAPI 3.1.
 */
export const orders = ['paths', '/orders'];
export const payment = ['paths', '/orders/{orderId}/payment'];
export const invoice = ['paths', '/orders/{orderId}/invoice', 'get'];
export const found = [...orders, 'get', 'responses', '200'];
export const placed = [...orders, 'post', 'responses', '201'];
export const body = [...orders, 'post', 'requestBody', 'content'];
export const upload = [...body, 'multipart/form-data'];
export const form = [...body, 'application/x-www-form-urlencoded'];
export const creation = [...schemas, 'OrderFields', 'properties'];
export const discriminator = [...schemas, 'Payment', 'discriminator'];
export const schemes = ['components', 'securitySchemes'];
export const parameter = (index: number): Path => [...orders, 'get', 'parameters', index];
