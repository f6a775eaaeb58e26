/** The used part of a library without types of its own. */
declare module 'proper-lockfile' {
  export function lock(file: string, options: object): Promise<() => Promise<void>>;
}
