/** The used parts of two libraries without types of their own. */
declare module 'proper-lockfile' {
  export function lock(file: string, options: object): Promise<() => Promise<void>>;
}

declare module 'write-file-atomic' {
  export default function writeFileAtomic(
    file: string,
    data: string,
    options: object,
  ): Promise<void>;
}
