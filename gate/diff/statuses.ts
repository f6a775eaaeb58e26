import type { ApiResponse } from './api.ts';

/** The response for a status: itself, its range, or the default (OpenAPI, "Responses Object"). */
export function findResponse(
  responses: readonly ApiResponse[],
  status: string,
): ApiResponse | undefined {
  return (
    responses.find((each) => each.status === status) ??
    responses.find((each) => each.status === `${status[0]}XX`) ??
    (isByDefault(status, responses)
      ? responses.find((each) => each.status === 'default')
      : undefined)
  );
}

/** Beside a success that is named, `default` means errors: nobody takes another success for one. */
function isByDefault(status: string, responses: readonly ApiResponse[]): boolean {
  return !/^[123]/.test(status) || !responses.some((each) => each.status.startsWith('2'));
}

/** Every status that either names, and for a range one that neither names. */
export function listStatuses(a: readonly ApiResponse[], b: readonly ApiResponse[]): string[] {
  const named = [...a, ...b].map(({ status }) => status);
  const codes = named.filter((status) => /^\d{3}$/.test(status));
  const classes = [...new Set(named.filter((status) => /^\dXX$/.test(status)))];
  const ranged = classes.flatMap((range) => {
    const free = Array.from(
      { length: 100 },
      (_, index) => `${range[0]}${String(index).padStart(2, '0')}`,
    ).find((code) => !codes.includes(code));
    return free === undefined ? [] : [free];
  });
  const others = named.includes('default')
    ? ['599', '499'].filter((code) => !codes.includes(code)).slice(0, 1)
    : [];
  return [...new Set([...codes, ...ranged, ...others])];
}

/** Whether some response is told for a status or for any of a range. */
export function isCovered(status: string, responses: readonly ApiResponse[]): boolean {
  return responses.some(
    (each) =>
      (each.status === 'default' && isByDefault(status, responses)) ||
      each.status === status ||
      (each.status[0] === status[0] && (each.status.endsWith('XX') || status.endsWith('XX'))),
  );
}

export function toExampleStatus(status: string): string {
  if (/^\dXX$/.test(status)) return `${status[0]}00`;
  return status === 'default' ? '500' : status;
}

/** The successes that an operation tells of. */
export function listSuccesses(responses: readonly ApiResponse[]): readonly ApiResponse[] {
  return responses.filter(
    ({ status }) =>
      status.startsWith('2') || (status === 'default' && isByDefault('200', responses)),
  );
}
