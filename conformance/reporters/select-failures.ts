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
    const lists = of === 'each requirement' ? [group.failures] : listByCheck(group);
    const shortLists = lists.map((failures) => failures.slice(0, most.failures));
    return { ...group, failures: shortLists.flatMap((failures) => failures.map(shorten)) };
  });
}

function listByCheck({ checks, failures }: FailureGroup): readonly GroupedFailure[][] {
  const listOf = (id: string) => failures.filter(({ check }) => check === id);
  return checks.map(listOf);
}

function shorten(failure: GroupedFailure, index: number): GroupedFailure {
  const { exchange, write, ...failureTexts } = failure;
  return {
    ...failureTexts,
    expected: toExpected(failure, most.value),
    received: toReceivedValue(failure, most.value),
    ...(index === 0 && exchange !== undefined && { exchange: shortenExchange(exchange) }),
    ...(index === 0 && write !== undefined && { write: shortenExchange(write) }),
  };
}

function shortenExchange({ request, reply, ...exchangeTexts }: Exchange): Exchange {
  const { body } = request;
  return {
    ...exchangeTexts,
    request: { ...request, ...(body !== undefined && { body: toExcerpt(body, most.body) }) },
    ...(reply !== undefined && { reply: { ...reply, body: toExcerpt(reply.body, most.body) } }),
  };
}
