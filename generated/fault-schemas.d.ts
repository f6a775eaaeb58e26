// Generated from spec/control.yaml by `npm run generate`. Do not edit: change that file.
import type { CompiledSchemas } from '../contract/validators.ts';
export declare const schemas: CompiledSchemas;
