import type { Operation } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import type { Mock } from '../../mock/index.ts';
import type { Paint } from '../colour.ts';
import type { ExampleIds } from './example-ids.ts';
import { toCreateSiteLine, toExampleUrl, toShellKey } from './example-request.ts';

/** What a started mock says of itself. */
export interface MockFacts extends Pick<Mock, 'contract' | 'workspaces' | 'seed'> {
  url: string;
  /** A key that may be shown: undefined where the user chose the keys. */
  apiKey: string | undefined;
  /** The control surface, where it is on. Its token is undefined where it must not be shown. */
  control: { url: string; token: string | undefined } | undefined;
  /** Whether the user chose the admin token. */
  isTokenChosen: boolean;
  /** Whether every UUID is a workspace, or only those that are listed. */
  anyWorkspace: boolean;
  /** A site and a route for the URLs. Without them, they are shown with the examples of the document. */
  exampleIds: ExampleIds | undefined;
}

/** Everything that one needs for the first request, and a request to begin with. */
export function toBanner(facts: MockFacts, paint: Paint): string {
  const { url, contract, apiKey, workspaces, seed } = facts;
  const [workspace = ''] = workspaces;
  const rows: [string, string][] = [
    ['Base URL', paint.cyan(url)],
    ['API key', toKeyText(apiKey, paint)],
    ['Workspace', `${paint.cyan(workspace)} ${paint.dim(explainWorkspaces(facts))}`],
    ['Seed', `${seed} ${paint.dim(`(repeat ids and times with --seed ${seed})`)}`],
    ['Contract', `${contract.document.info.title} ${contract.version}`],
    ...toPageRow(facts, paint),
  ];
  return [
    paint.bold(`site-contract ${version} mock is listening`),
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(9)}  ${value}`),
    '',
    ...toOperationLines(facts, paint),
    ...(facts.exampleIds?.foretold === true
      ? [paint.dim('  The ids are those that the next site and its first route will get.')]
      : []),
    '',
    'Create a site:',
    `  ${toCreateSiteLine(contract, url, apiKey, workspace)}`,
    '',
    'Run the conformance suite against it:',
    `  npx site-contract conformance ${url} --api-key ${toShellKey(apiKey)} --workspace ${workspace}`,
    '',
    paint.dim('Ctrl-C stops it. Options: npx site-contract mock --help'),
    '',
    '',
  ].join('\n');
}

/** In the order in which they work on a mock that is empty: a copy takes ids, too, and so comes behind what was foretold. */
function toOperationLines(facts: MockFacts, paint: Paint): string[] {
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

/** Only a key that the mock made is shown: one that the user chose may open something else as well. */
function toKeyText(apiKey: string | undefined, paint: Paint): string {
  return apiKey === undefined
    ? `the one that you chose ${paint.dim('(export it as API_KEY to paste the lines below)')}`
    : `${paint.cyan(apiKey)} ${paint.dim(`(Authorization: Bearer ${apiKey})`)}`;
}

/** The token stands behind the `#`, which no browser sends and no server logs. */
function toPageRow({ control, isTokenChosen }: MockFacts, paint: Paint): [string, string][] {
  if (control === undefined) return [];
  const { url, token } = control;
  if (token === undefined) {
    const which = isTokenChosen
      ? 'the admin token that you chose'
      : 'the admin token; choose it with --admin-token';
    return [['Page', `${paint.cyan(url)} ${paint.dim(`(requires ${which})`)}`]];
  }
  const note = '(look at requests, change the state; keep the link to yourself)';
  return [
    ['Page', `${paint.cyan(`${url}#token=${encodeURIComponent(token)}`)} ${paint.dim(note)}`],
  ];
}

function explainWorkspaces({ anyWorkspace, workspaces }: MockFacts): string {
  if (anyWorkspace) return '(any UUID is one)';
  const more = workspaces.length - 1;
  return more === 0 ? '(the only one)' : `(and ${more} more)`;
}
