import type { ApiResponse } from './api.ts';

/** The response for a status: itself, its range, or the default (OpenAPI, "Responses Object"). */
export function findResponse(
  responses: readonly ApiResponse[],
  wanted: string,
): ApiResponse | undefined {
  const find = (name: string): ApiResponse | undefined =>
    responses.find(({ status }) => status === name);
  const open = find('default');
  const isCovered = /^[45]/.test(wanted) || (open && isSuccess(open, responses));
  const listed = find(wanted) ?? find(`${wanted[0]}XX`);
  if (listed !== undefined) return listed;
  return isCovered ? open : undefined;
}

/** If a success status is listed, `default` describes errors: clients do not expect further success statuses. */
export function isSuccess({ status }: ApiResponse, responses: readonly ApiResponse[]): boolean {
  const isListed = responses.some((response) => response.status.startsWith('2'));
  return status.startsWith('2') || (status === 'default' && !isListed);
}
