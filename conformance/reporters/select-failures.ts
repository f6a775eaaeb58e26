import { toExcerpt } from '../../writers/terminal-text.ts';
import type { Exchange, FailureGroup, GroupedFailure } from '../results.ts';
import { toExpected, toReceivedValue } from './texts.ts';

/** How much a report file shows of a list of failures, and how many characters of their values and bodies. */
const most = { failures: 5, value: 400, body: 1000 };

/**
 * The failures that a report file shows, so that it stays small: of each requirement, or of each check that breaks one, a
 * few failures with the beginnings of their values. The first of them has its exchange.
 *
 * @param full keeps everything
 */
export function selectFailures(
  groups: readonly FailureGroup[],
  of: 'each requirement' | 'each check',
  full: boolean,
): readonly FailureGroup[] {
  if (full) return groups;
  return groups.map((group) => {
    const { checks, failures } = group;
    const lists =
      of === 'each requirement'
        ? [failures]
        : checks.map((id) => failures.filter(({ check }) => check === id));
    return {
      ...group,
      failures: lists.flatMap((list) => list.slice(0, most.failures).map(shorten)),
    };
  });
}

function shorten(failure: GroupedFailure, place: number): GroupedFailure {
  const { exchange, write, ...rest } = failure;
  return {
    ...rest,
    expected: toExpected(failure, most.value),
    received: toReceivedValue(failure, most.value),
    ...(place === 0 && exchange !== undefined && { exchange: shortenExchange(exchange) }),
    ...(place === 0 && write !== undefined && { write: shortenExchange(write) }),
  };
}

function shortenExchange({ request, reply, ...rest }: Exchange): Exchange {
  const { body } = request;
  return {
    ...rest,
    request: { ...request, ...(body !== undefined && { body: toExcerpt(body, most.body) }) },
    ...(reply !== undefined && { reply: { ...reply, body: toExcerpt(reply.body, most.body) } }),
  };
}
