// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change that file.
import type { OpenApiDocument } from '../contract/openapi-document.ts';
export declare const document: OpenApiDocument;
