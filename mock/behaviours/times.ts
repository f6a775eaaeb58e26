import type { Schema } from '../../contract/openapi-document.ts';
import { readTypes } from '../../contract/schema-fields.ts';

/** What the time in a field means, by its name. Undefined if the name does not say. */
export function readTimeMeaning(name: string): 'created' | 'updated' | undefined {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const isTime =
    /(?:_|^)(?:at|on|date|time|timestamp)(?:_|$)|^(?:created|updated|modified|inserted)$/;
  if (!isTime.test(words)) return undefined;
  if (
    /(?:^|_)(?:created?|creation|inserted|added|registered|uploaded|issued|submitted)(?:_|$)/.test(
      words,
    )
  )
    return 'created';
  if (/(?:^|_)(?:updated?|modified|modification|changed|edited)(?:_|$)/.test(words))
    return 'updated';
  return undefined;
}

/** Participles that do not end in "ed": what was lent, sent or paid. */
const irregular =
  /(?:sent|paid|lent|spent|sold|bought|built|begun|taken|given|held|won|lost|seen|left|made|cut|done|shown|written|withdrawn|hidden|frozen)$/i;

/**
 * Whether a field has the time at which something happened to its record, such as `closedAt` or `paid_on`. It has not happened to a
 * new record, unless the field is always there.
 */
export function isTimeOfChange(name: string): boolean {
  const [, word = ''] = /^(.*?)_?(?:at|on|date|time)$/i.exec(name) ?? [];
  const isPast = /ed$/i.test(word) || irregular.test(word);
  return isPast && !/schedul|plann|expect|estimat|need/i.test(word);
}

/** A time later than this in milliseconds is one in the year 5138 in seconds. */
const latestSeconds = 1e11;

/** Writes a time as the schema of a field shows it. Undefined if the schema is not that of a time. */
export function writeTime(schema: Schema, now: number): string | number | undefined {
  const types = readTypes(schema);
  if (types.includes('string')) {
    const text = new Date(now).toISOString();
    if (schema.format === 'date') return text.slice(0, 'yyyy-mm-dd'.length);
    return schema.format === 'date-time' || schema.format === undefined ? text : undefined;
  }
  if (!types.includes('integer') && !types.includes('number')) return undefined;
  const isMilliseconds = typeof schema.example === 'number' && schema.example > latestSeconds;
  return isMilliseconds ? now : Math.floor(now / 1000);
}
