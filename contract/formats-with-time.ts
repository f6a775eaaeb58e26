import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats as formatsOfService } from './formats.ts';

/** The library splits a text at each space: a megabyte of them takes 50 milliseconds. No time is as long as this. */
const longest = 100;

const library = fullFormats['date-time'];

function isTime(text: string): boolean {
  if (
    typeof library !== 'object' ||
    !('validate' in library) ||
    typeof library.validate !== 'function'
  )
    throw new Error('ajv-formats has changed its check of times');
  return text.length <= longest && Reflect.apply(library.validate, library, [text]) === true;
}

/** The formats of the control surface: those of the service, and times (RFC 3339), which the service has none of. */
export const formats = { ...formatsOfService, 'date-time': { validate: isTime } };
