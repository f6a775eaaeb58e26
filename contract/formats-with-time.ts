import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats as formatsOfService } from './formats.ts';

/** The formats of the control surface: those of the service, and times (RFC 3339), which the service has none of. */
export const formats = { ...formatsOfService, 'date-time': fullFormats['date-time'] };
