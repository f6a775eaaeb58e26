// Generated from package.json by `npm run generate`. Do not edit: change the version there.
export const version = "0.1.0";
