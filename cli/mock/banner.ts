import type { Operation } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import type { Certificate, Listening, Mock, StoredMock } from '../../mock/index.ts';
import { quoteWord } from '../../writers/curl.ts';
import type { Paint } from '../../writers/terminal-text.ts';

/** A started mock, and what may be shown of it. */
export interface ShownMock
  extends Pick<Mock | StoredMock, 'contract' | 'workspaces' | 'seed' | 'journal'>,
    Pick<Listening, 'url' | 'control'>,
    Partial<Pick<Listening, 'certificate'>> {
  /** A key that may be shown; undefined if the user chose the keys. */
  apiKey: string | undefined;
  /** Whether the user chose the admin token, which is then not shown. */
  isTokenChosen: boolean;
  /** Whether every UUID is a workspace, or only the listed ones. */
  anyWorkspace: boolean;
}

/**
 * Formats what a first request needs: the URL, the key and a workspace.
 * @param token of the page, if it may be shown
 */
export function toBanner(
  { url, apiKey, control, isTokenChosen, workspaces, anyWorkspace, seed }: ShownMock,
  token: string | undefined,
  hasKeys: boolean,
  paint: Paint,
): string {
  const [workspace = '', ...others] = workspaces;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const rows: [string, string][] = [
    ['Base URL', paint('cyan', url)],
    ['API key', apiKey === undefined ? 'the one that you chose' : paint('cyan', apiKey)],
    [
      'Workspace',
      `${paint('cyan', workspace)}${paint('faint', anyWorkspace ? ' (any UUID works)' : more)}`,
    ],
    ['Seed', String(seed)],
    ...(control === undefined ? [] : toPageRows(control.url, token, isTokenChosen, paint)),
  ];
  const end = hasKeys
    ? 'o opens the page, r resets the data, q quits, ? shows more.'
    : 'Ctrl-C stops it. More: site-contract help mock';
  return [
    paint('strong', `site-contract ${version} mock is listening`),
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(9)}  ${value}`),
    '',
    paint('faint', end),
    '',
    '',
  ].join('\n');
}

/** The token follows the `#`: browsers do not send that part, and servers do not log it. */
function toPageRows(
  url: string,
  token: string | undefined,
  isTokenChosen: boolean,
  paint: Paint,
): [string, string][] {
  if (token !== undefined) return [['Page', paint('cyan', toPageUrl(url, token))]];
  const which = isTokenChosen
    ? 'requires the admin token that you chose'
    : 'requires the admin token; choose one with --admin-token';
  return [
    ['Page', paint('cyan', url)],
    ['', paint('faint', which)],
  ];
}

export function toPageUrl(url: string, token: string | undefined): string {
  return token === undefined ? url : `${url}#token=${encodeURIComponent(token)}`;
}

/** Lists the operations with their URLs, and how to test the mock. */
export function toDetails(mock: ShownMock, paint: Paint): string {
  const { url, contract, apiKey, workspaces, certificate } = mock;
  const [workspace = ''] = workspaces;
  const width = Math.max(...contract.operations.map(({ id }) => id.length));
  const file = certificate?.file === undefined ? '' : ` --ca ${quoteWord(certificate.file)}`;
  const key = apiKey === undefined ? '"$API_KEY"' : quoteWord(apiKey);
  return [
    `${contract.document.info.title} ${contract.version}`,
    '',
    ...contract.operations.map((operation) => {
      const method = paint('strong', operation.method.padEnd(5));
      return `  ${operation.id.padEnd(width)}  ${method}  ${url}${toExamplePath(operation, workspace)}`;
    }),
    '',
    'Run the conformance suite against it:',
    `  npx site-contract conformance ${url} --api-key ${key} --workspace ${workspace}${file}`,
    '',
    '',
  ].join('\n');
}

/** The path of an operation with the parameters of the document's examples, in a workspace of the mock. */
function toExamplePath({ path, parameters }: Operation, workspace: string): string {
  return path.replaceAll(/\{(.+?)\}/g, (_, name: string) => {
    const example = parameters.find((candidate) => candidate.name === name)?.example;
    return encodeURIComponent(name === 'workspaceId' ? workspace : String(example ?? name));
  });
}

/** Instructions for browsers and programs to trust a generated certificate, one per line. */
export function explainTrust({ file }: Certificate, platform: NodeJS.Platform): readonly string[] {
  if (file === undefined) {
    return [
      'created a certificate for this run only, because the cache folder is not writable',
      'pass --cert and --key to use one that clients trust',
    ];
  }
  const path = quotePath(file);
  const browsers: Partial<Record<NodeJS.Platform, string>> = {
    darwin: `security add-trusted-cert -p ssl -k ~/Library/Keychains/login.keychain-db ${path}`,
    win32: `certutil -user -addstore Root ${path}`,
  };
  // Chromium creates this folder at its first start.
  const database = '$HOME/.pki/nssdb';
  const chrome = `mkdir -p ${database} && certutil -d sql:${database} -A -t P,, -n site-contract -i ${path}`;
  return [
    `created a certificate for this machine: ${file}`,
    `to make browsers trust it, run: ${browsers[platform] ?? chrome}`,
    `Node.js trusts it with NODE_EXTRA_CA_CERTS=${path}, curl with --cacert ${path}`,
  ];
}

function quotePath(file: string): string {
  return /^[\w@%+=:,./-]+$/.test(file) ? file : `"${file}"`;
}
