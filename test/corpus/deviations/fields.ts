import type { Entry } from '../entry.ts';
import type { Body, OperationId } from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import { changeBody, without } from './replies.ts';

export type Change = (body: Body) => Body;

export const set =
  (field: string, value: unknown): Change =>
  (body) => ({ ...body, [field]: value });

export const drop =
  (field: string): Change =>
  (body) =>
    without(body, field);

export function eachVariant(change: (variant: Body) => unknown): Change {
  return (route) => {
    const variants = route['localizedVariants'];
    if (!Array.isArray(variants)) return route;
    const localizedVariants = variants.map((item) => change(isObject(item) ? item : {}));
    return { ...route, localizedVariants };
  };
}

/** Changes the variants only if there are none. */
export const whenNoVariants =
  (change: Change): Change =>
  (route) => {
    const variants = route['localizedVariants'];
    return Array.isArray(variants) && variants.length === 0 ? change(route) : route;
  };

export type Row = readonly [operationId: OperationId, fault: string, title: string, change: Change];

export const toEntries = (family: string, rows: readonly Row[]): Entry[] =>
  rows.map(([operationId, fault, title, change]) => ({
    id: `${family}/${fault}`,
    title,
    deviate: changeBody([operationId], change),
  }));
