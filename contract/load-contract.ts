import { type Contract, contract } from './create-contract.ts';

/** The document to load. */
export interface LoadOptions {
  /** An OpenAPI 3.1 file. Default: the included contract. */
  document?: string | undefined;
  /** OpenAPI Overlay files to apply, in this order. Default: none. */
  overlays?: readonly string[];
}

/**
 * Loads a contract from files. Without files, or with overlays that change only assumptions, it uses the compiled schemas of
 * the included contract.
 *
 * @example const contract = await loadContract({ overlays: ['observed.overlay.yaml'] });
 * @throws DocumentError with the file and the place of a mistake
 */
export async function loadContract({
  document,
  overlays = [],
}: LoadOptions = {}): Promise<Contract> {
  if (document === undefined && overlays.length === 0) return contract;
  // Imported on first use: a start without files is faster.
  const { loadFiles } = await import('./load-files.ts');
  return loadFiles(document, overlays);
}
