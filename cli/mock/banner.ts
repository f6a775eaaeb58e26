import type { Contract, Operation } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import type { AnyKind, Certificate, Listening, Mock } from '../../mock/index.ts';
import { UnusedUuids } from '../../mock/sessions/random-ids.ts';
import { createSeeded } from '../../mock/sessions/seeded.ts';
import { emptyContents } from '../../mock/store/store.ts';
import { quoteWord } from '../../writers/curl.ts';
import type { Paint } from '../../writers/terminal-text.ts';

/** A started mock, and what may be shown of it. */
export interface ShownMock
  extends Pick<Mock<AnyKind>, 'contract' | 'workspaces' | 'seed' | 'journal' | 'snapshot'>,
    Pick<Listening, 'url' | 'control'>,
    Partial<Pick<Listening, 'certificate'>> {
  /** A key that may be shown; undefined if the user chose the keys. */
  apiKey: string | undefined;
  /** Whether the user chose the admin token, which is then not shown. */
  isTokenChosen: boolean;
  /** Whether every UUID is a workspace, or only the listed ones. */
  anyWorkspace: boolean;
  hasData: boolean;
}

/**
 * Formats the URL of the mock, the key, and the page. Lines have at most 80 columns, unless a URL is longer.
 * @param token of the page, if it may be shown
 */
export function toBanner(
  { url, apiKey, control, isTokenChosen }: ShownMock,
  token: string | undefined,
  hasKeys: boolean,
  paint: Paint,
): string {
  const rows: [string, string][] = [
    ['Base URL', paint('cyan', url)],
    ['API key', apiKey === undefined ? 'the one that you chose' : paint('cyan', apiKey)],
    ...(control === undefined ? [] : toPageRows(control.url, token, isTokenChosen, paint)),
  ];
  const end = hasKeys
    ? 'o opens the page, r resets the data, q quits, ? shows more.'
    : 'Ctrl-C stops it. More: --verbose, --help.';
  return [
    paint('strong', `site-contract ${version} mock is listening`),
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(8)}  ${value}`),
    '',
    paint('faint', end),
    '',
    '',
  ].join('\n');
}

/** @param exampleIds of a site and a route, for the URLs. Default: the examples in the document */
export function toDetails(
  mock: ShownMock,
  exampleIds: ExampleIds | undefined,
  paint: Paint,
): string {
  const { url, contract, apiKey, workspaces, seed, certificate } = mock;
  const [workspace = ''] = workspaces;
  const file = certificate?.file === undefined ? '' : quoteWord(certificate.file);
  const rows: [string, string][] = [
    ['Workspace', `${paint('cyan', workspace)} ${paint('faint', explainWorkspaces(mock))}`],
    ['Seed', `${seed} ${paint('faint', `(repeat ids and times with --seed ${seed})`)}`],
    ['Contract', `${contract.document.info.title} ${contract.version}`],
  ];
  return [
    ...rows.map(([name, value]) => `  ${name.padEnd(9)}  ${value}`),
    '',
    ...toOperationLines(mock, exampleIds, paint),
    ...(exampleIds?.foretold === true
      ? [paint('faint', '  The ids are those that the next site and its first route will get.')]
      : []),
    '',
    apiKey === undefined ? 'Create a site (export your key as API_KEY first):' : 'Create a site:',
    `  ${toCreateSiteLine(contract, url, apiKey, workspace)}${file && ` --cacert ${file}`}`,
    '',
    'Run the conformance suite against it:',
    `  npx site-contract conformance ${url} --api-key ${toShellKey(apiKey)} --workspace ${workspace}${file && ` --ca ${file}`}`,
    '',
    '',
  ].join('\n');
}

/**
 * Lists the operations in an order that works on an empty mock: duplicating a site also uses ids, so it comes after
 * operations with predicted ids.
 */
function toOperationLines(
  { url, contract, workspaces }: ShownMock,
  exampleIds: ExampleIds | undefined,
  paint: Paint,
): string[] {
  const [workspaceId = ''] = workspaces;
  const { siteId, routeId } = exampleIds ?? {};
  const ids = { workspaceId, ...(siteId && { siteId }), ...(routeId && { routeId }) };
  const width = Math.max(...contract.operations.map(({ id }) => id.length));
  const isCopy = ({ id }: Operation): boolean => id === 'duplicateSite';
  const operations = [
    ...contract.operations.filter((operation) => !isCopy(operation)),
    ...contract.operations.filter(isCopy),
  ];
  return operations.map((operation) => {
    const example = toExampleUrl(url, operation, ids);
    return `  ${operation.id.padEnd(width)}  ${paint('strong', operation.method.padEnd(5))}  ${example}`;
  });
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

function explainWorkspaces({ anyWorkspace, workspaces }: ShownMock): string {
  if (anyWorkspace) return '(any UUID works)';
  const more = workspaces.length - 1;
  return more === 0 ? '(the only one)' : `(and ${more} more)`;
}

/** The URL of an operation with all path parameters, from the document's examples or from `values`. */
function toExampleUrl(
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

/** The key for a shell: the quoted text, or a variable if it must not be shown. */
function toShellKey(apiKey: string | undefined): string {
  return apiKey === undefined ? '"$API_KEY"' : quoteWord(apiKey);
}

/**
 * A shell command that creates a site.
 * @param apiKey undefined if it must not be shown
 */
function toCreateSiteLine(
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
      : `-H ${quoteWord(`Authorization: Bearer ${apiKey}`)}`,
    `-H ${quoteWord(`Content-Type: ${createSite.requestBody?.mediaType ?? 'application/json'}`)}`,
    `-d ${quoteWord(body)}`,
  ].join(' ');
}

/** Ids of a site and a route, to show URLs. */
interface ExampleIds {
  siteId: string;
  routeId: string;
  /** Whether the records do not exist yet. */
  foretold: boolean;
}

/**
 * Ids of an existing site and route. Otherwise, predicts from the seed the ids of the next site and its first route, if
 * nothing else is created in between. Undefined if ids depend on the time, like UUIDs of version 7.
 */
export async function findExampleIds(mock: ShownMock): Promise<ExampleIds | undefined> {
  const contents = mock.hasData ? (await mock.snapshot()).contents : emptyContents;
  const { sites, routes } = contents;
  const [workspace] = mock.workspaces;
  const { site } = sites.find(({ workspaceId }) => workspaceId === workspace) ?? sites[0] ?? {};
  const [{ route } = { route: undefined }] = routes;
  if (site !== undefined && route !== undefined)
    return { siteId: site.id, routeId: route.id, foretold: false };
  if (mock.contract.assumptions['uuid-version'] !== 4) return undefined;
  const createUuid = createSeeded({ seed: mock.seed }).createUuids(mock.contract.assumptions);
  // The mock skips ids that already exist in its data.
  const unused = new UnusedUuids(() => contents);
  const createId = () => unused.next(createUuid);
  const siteId = createId();
  // A site uses a second id for its key.
  createId();
  return { siteId, routeId: createId(), foretold: true };
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
