import type { AssumptionValues } from '../../../contract/index.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import type { TextRule } from './text-rule.ts';

const withHost = /^https?:\/\/[^/?#]/i;
const ipv4 = /^\d+\.\d+\.\d+\.\d+$/;

export const webhookUrlForms: Record<AssumptionValues['webhook-url-form'], TextRule | undefined> = {
  any: undefined,
  http: (text) =>
    parseAddress(text) === undefined ? 'must be an http or https address with a host' : undefined,
  https: (text) =>
    parseAddress(text)?.protocol === 'https:' ? undefined : 'must be an https address with a host',
  'public-https': (text) => {
    const url = parseAddress(text);
    return url?.protocol === 'https:' && isPublicName(url.hostname)
      ? undefined
      : 'must be an https address with a public host name';
  },
};

function parseAddress(text: string): URL | undefined {
  return withHost.test(text) ? parseUrl(text) : undefined;
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return !(
    name.startsWith('[') ||
    ipv4.test(name) ||
    name.endsWith('.localhost') ||
    !name.includes('.')
  );
}
