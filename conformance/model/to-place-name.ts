/** What a place in an answer is: `/data/3/name` of a list and `/name` of a creation are the name of a site. */
export function toPlaceName(operation: string, pointer: string): string {
  const [field] = pointer
    .split('/')
    .filter((part) => part !== '' && part !== 'data' && !/^\d+$/.test(part));
  if (field === undefined || field === 'hasMore') return `${field ?? 'the body'} of ${operation}`;
  const record = /Route$/.test(operation)
    ? 'route'
    : /Webhook$/.test(operation)
      ? 'webhook'
      : 'site';
  return `the ${field} of a ${record}`;
}
