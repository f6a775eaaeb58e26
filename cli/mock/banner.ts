import type { Operation } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import type { Mock } from '../../mock/index.ts';
import type { Paint } from '../colour.ts';
import type { ExampleIds } from './example-ids.ts';
import { quote, toCreateSiteLine, toExampleUrl, toShellKey } from './example-request.ts';

/** What a started mock says of itself. */
export interface MockFacts {
  url: string;
  /** A key that may be shown: undefined where the user chose the keys. */
  apiKey: string | undefined;
  /** The control surface, where it is on. Its token is undefined where it must not be shown. */
  control: { url: string; token: string | undefined } | undefined;
  /** Whether the user chose the admin token. */
  isTokenChosen: boolean;
}

/** What there is to say beyond that. */
export interface DetailFacts
  extends Pick<MockFacts, 'url' | 'apiKey'>,
    Pick<Mock, 'contract' | 'workspaces' | 'seed'> {
  /** Whether every UUID is a workspace, or only those that are listed. */
  anyWorkspace: boolean;
  /** A site and a route for the URLs. Without them, they are shown with the examples of the document. */
  exampleIds: ExampleIds | undefined;
  /** The file with the certificate that the mock made, which programs have to be told to trust. */
  certificateFile?: string | undefined;
}

/** Where the mock is, the key, and the page: no line is wider than 80 columns unless its URL is. */
export function toBanner(facts: MockFacts, hasKeys: boolean, paint: Paint): string {
  const { url, apiKey, control } = facts;
  const rows: [string, string][] = [
    ['Base URL', paint.cyan(url)],
    ['API key', apiKey === undefined ? 'the one that you chose' : paint.cyan(apiKey)],
    ...(control === undefined ? [] : toPageRows(control, facts, paint)),
  ];
  const end = hasKeys
    ? 'o opens the page, r resets the data, q quits, ? shows more.'
    : 'Ctrl-C stops it. More: --verbose, --help.';
  return [
    paint.bold(`site-contract ${version} mock is listening`),
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(8)}  ${value}`),
    '',
    paint.dim(end),
    '',
    '',
  ].join('\n');
}

/** The workspace, the seed, a URL for each operation and a request to begin with. */
export function toDetails(facts: DetailFacts, paint: Paint): string {
  const { url, contract, apiKey, workspaces, seed, certificateFile } = facts;
  const [workspace = ''] = workspaces;
  const file = certificateFile === undefined ? '' : quote(certificateFile);
  const rows: [string, string][] = [
    ['Workspace', `${paint.cyan(workspace)} ${paint.dim(explainWorkspaces(facts))}`],
    ['Seed', `${seed} ${paint.dim(`(repeat ids and times with --seed ${seed})`)}`],
    ['Contract', `${contract.document.info.title} ${contract.version}`],
  ];
  return [
    ...rows.map(([name, value]) => `  ${name.padEnd(9)}  ${value}`),
    '',
    ...toOperationLines(facts, paint),
    ...(facts.exampleIds?.foretold === true
      ? [paint.dim('  The ids are those that the next site and its first route will get.')]
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

/** In the order in which they work on a mock that is empty: a copy takes ids, too, and so comes behind what was foretold. */
function toOperationLines(facts: DetailFacts, paint: Paint): string[] {
  const { url, contract, exampleIds } = facts;
  const [workspaceId = ''] = facts.workspaces;
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
    return `  ${operation.id.padEnd(width)}  ${paint.bold(operation.method.padEnd(5))}  ${example}`;
  });
}

/** The token stands behind the `#`, which no browser sends and no server logs. */
function toPageRows(
  { url, token }: NonNullable<MockFacts['control']>,
  { isTokenChosen }: MockFacts,
  paint: Paint,
): [string, string][] {
  if (token !== undefined) return [['Page', paint.cyan(toPageUrl(url, token))]];
  const which = isTokenChosen
    ? 'requires the admin token that you chose'
    : 'requires the admin token; choose one with --admin-token';
  return [
    ['Page', paint.cyan(url)],
    ['', paint.dim(which)],
  ];
}

/** The page with its token, for one who may see it. */
export function toPageUrl(url: string, token: string | undefined): string {
  return token === undefined ? url : `${url}#token=${encodeURIComponent(token)}`;
}

function explainWorkspaces({ anyWorkspace, workspaces }: DetailFacts): string {
  if (anyWorkspace) return '(any UUID works)';
  const more = workspaces.length - 1;
  return more === 0 ? '(the only one)' : `(and ${more} more)`;
}
