import type { TargetRequest } from './client.ts';
import type { Sent, Target } from './target.ts';

/** The next step where a proxy asks for credentials. */
export const proxyCredentials =
  'the proxy requires credentials; set them in the environment variable that names the proxy: http://user:password@host:port';

const forTests = 'or, for a test system, use --insecure';

/** What prevents a connection, by the code and message of the error, and the next step. */
const connectionProblems: readonly (readonly [error: RegExp, problem: string])[] = [
  [/^PROXY_407/, `cannot be reached: ${proxyCredentials}`],
  [
    /^PROXY/,
    'cannot be reached: the proxy refuses to connect; correct HTTPS_PROXY, or add the host of the target to NO_PROXY',
  ],
  [
    /^(?:HPE_|UND_ERR_(?:RES|HEADERS))/,
    'does not speak HTTP/1.1; correct the host and the port of the base URL',
  ],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT)/,
    `has a certificate from an authority that this machine does not trust; pass the certificate of the authority with --ca <file> or NODE_EXTRA_CA_CERTS, ${forTests}`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID/,
    `has a certificate for another host name; use a host name that the certificate contains, ${forTests}`,
  ],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)/,
    `has a certificate that has expired or is not valid yet; renew it, correct the clock, ${forTests}`,
  ],
  [
    /wrong version number|packet length too long/i,
    'speaks plain HTTP on this port; use http:// in the base URL',
  ],
  [
    /^(?:EPROTO|ERR_SSL)/,
    'refuses the TLS handshake; it may require another TLS version or a client certificate, which the suite does not send',
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN)/,
    'has a host name that cannot be resolved; correct the base URL, or connect to the network that resolves it',
  ],
  [
    /^ECONNREFUSED/,
    'does not respond: nothing listens there; start the target or correct the base URL',
  ],
  [
    /^(?:ECONNRESET|UND_ERR_SOCKET)/,
    'closes the connection without a response; start the target or correct the base URL, which may need https://',
  ],
];

/** What is needed to ask the target once more, and to tell about it. */
interface Asker {
  target: Pick<Target, 'baseUrl' | 'send'>;
  /** Removes secrets from a text. */
  redact(text: string): string;
}

/**
 * Says why a target gave no answer, with the next step. Undefined if it answers another request: a single loss may be
 * accidental, or specific to one call.
 */
export async function explainNoAnswer(
  { target, redact }: Asker,
  { loss, error = '', code = '' }: Sent,
  { other, proxy }: { other: TargetRequest; proxy: string | undefined },
): Promise<string | undefined> {
  if (loss === 'refused')
    return `${target.baseUrl} returns ${error}: a gateway or a rate limit responds instead of the service; start the service, or wait until the limit accepts requests again, then repeat the run`;
  const cause = `${code} ${error}`;
  const [, problem] = connectionProblems.find(([pattern]) => pattern.test(cause)) ?? [];
  const isFinal = problem !== undefined && loss === 'unreached';
  if (!isFinal && (await target.send(other, { attempts: 1 })).reply !== undefined) return undefined;
  const via = proxy === undefined ? '' : ` through the proxy ${new URL(proxy).host}`;
  const what = `${target.baseUrl}${via}`;
  if (problem !== undefined) return `${what} ${problem} (${code})`;
  const how = loss === 'unreadable' ? 'does not respond properly' : 'does not respond';
  return `${what} ${how}: ${redact(error)}; start the target or correct the base URL`;
}
