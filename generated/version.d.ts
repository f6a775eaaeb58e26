// Generated from package.json by `npm run generate`. Do not edit: change the version there.
export declare const version: string;
