import { toAuthVariable } from '../../conformance/world/credentials.ts';
import type { Contract } from '../../contract/index.ts';
import { suggest } from '../../contract/match-nearest.ts';
import { UsageError } from '../usage-error.ts';

type Pair = readonly [name: string, value: string];

/** The options that name a part of the contract. */
interface NamedValues {
  auth: readonly Pair[];
  param: readonly Pair[];
  include: readonly string[];
}

/** @throws UsageError for a security scheme, a path parameter or an operation that the contract does not have */
export function assertNames(contract: Contract, { auth, param, include }: NamedValues): void {
  const { operations } = contract;
  const parameters = operations.flatMap((operation) => operation.parameters);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  assertAll('--auth', 'security scheme', toNames(auth), listSchemes(contract));
  assertAll('--param', 'path parameter', toNames(param), toUnique(inPath));
  assertAll(
    '--include',
    'operation',
    include,
    operations.map(({ id }) => id),
  );
}

/** The credentials of schemes from the environment, and from the command line, which wins. */
export function readCredentials(
  contract: Contract,
  pairs: readonly Pair[],
  environment: NodeJS.ProcessEnv,
): Pair[] {
  const fromEnvironment = listSchemes(contract).flatMap((scheme): Pair[] => {
    const value = environment[toAuthVariable(scheme)];
    return value === undefined || value === '' ? [] : [[scheme, value]];
  });
  return [...fromEnvironment, ...pairs];
}

function listSchemes({ document }: Contract): string[] {
  return Object.keys(document.components?.securitySchemes ?? {});
}

function toNames(pairs: readonly Pair[]): string[] {
  return pairs.map(([name]) => name);
}

const toUnique = (parameters: readonly { name: string }[]): string[] => [
  ...new Set(parameters.map(({ name }) => name)),
];

function assertAll(
  flag: string,
  what: string,
  names: readonly string[],
  knownNames: readonly string[],
): void {
  for (const name of names) {
    if (knownNames.includes(name)) continue;
    const advice =
      suggest(name, knownNames) || `; it has ${knownNames.slice(0, 5).join(', ') || 'none'}`;
    throw new UsageError(`${flag} ${name}: the contract has no ${what} of this name${advice}`);
  }
}
