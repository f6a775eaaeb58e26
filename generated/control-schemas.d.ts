// Generated from spec/control.yaml by `npm run generate`. Do not edit: change the document.
import type { CompiledSchemas } from '../contract/validators.ts';
export declare const schemas: CompiledSchemas;
