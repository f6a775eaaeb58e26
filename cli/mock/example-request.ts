import type { Contract, Operation } from '../../contract/index.ts';

/** The URL of an operation with every path parameter filled in, from the document's examples or from `values`. */
export function toExampleUrl(
  baseUrl: string,
  operation: Operation,
  values: Readonly<Record<string, string>> = {},
): string {
  const path = operation.path.replaceAll(/\{(.+?)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((candidate) => candidate.name === name);
    return encodeURIComponent(values[name] ?? String(parameter?.example ?? name));
  });
  return baseUrl + path;
}

/** The key as a shell takes it: the text itself, or a variable for a key that must not be shown. */
export function toShellKey(apiKey: string | undefined): string {
  return apiKey === undefined ? '"$API_KEY"' : quote(apiKey);
}

/**
 * One line for a shell that creates a site.
 * @param apiKey undefined where it must not be shown
 */
export function toCreateSiteLine(
  contract: Contract,
  baseUrl: string,
  apiKey: string | undefined,
  workspaceId: string,
): string {
  const createSite = contract.operations.find(({ id }) => id === 'createSite');
  if (createSite === undefined) throw new Error('the contract has no operation createSite');
  const body = JSON.stringify(createSite.requestBody?.examples[0] ?? { name: 'A site' });
  return [
    'curl',
    toExampleUrl(baseUrl, createSite, { workspaceId }),
    apiKey === undefined
      ? '-H "Authorization: Bearer $API_KEY"'
      : `-H ${quote(`Authorization: Bearer ${apiKey}`)}`,
    `-H ${quote(`Content-Type: ${createSite.requestBody?.mediaType ?? 'application/json'}`)}`,
    `-d ${quote(body)}`,
  ].join(' ');
}

/** Quotes a text for a POSIX shell, where it has to be. */
export function quote(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
