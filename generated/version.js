// Generated from package.json by `npm run generate`. Do not edit: change that file.
export const version = "0.1.0";
