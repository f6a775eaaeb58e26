/** The used parts of two libraries without types of their own. */
declare module 'proper-lockfile' {
  export function lock(
    file: string,
    options: {
      realpath: boolean;
      stale: number;
      retries: { retries: number; factor: number; minTimeout: number };
      onCompromised(error: Error): void;
    },
  ): Promise<() => Promise<void>>;
}

declare module 'write-file-atomic' {
  export default function writeFileAtomic(
    file: string,
    data: string,
    options: { mode: number },
  ): Promise<void>;
}
