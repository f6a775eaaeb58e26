// Generated from package.json by `npm run generate`. Do not edit: change that file.
export declare const version: string;
