import { connect as connectTls } from 'node:tls';
import type { AnyRun } from './run.ts';
import { type Attempt, type TargetRequest, unreadableAnswer } from './wire.ts';

/** Explanations of connection errors, by code. */
const unconnected: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  ECONNRESET: 'the connection is closed without a response (ECONNRESET)',
  EHOSTUNREACH: 'the host cannot be reached (EHOSTUNREACH)',
  ENETUNREACH: 'the network cannot be reached (ENETUNREACH)',
  ETIMEDOUT: 'the host does not respond (ETIMEDOUT)',
  ENOTFOUND: 'the host name cannot be resolved (ENOTFOUND)',
  EAI_AGAIN: 'the host name cannot be resolved (EAI_AGAIN)',
};

const untrusted =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/;

/**
 * Explains why the first request got no response, with the next step.
 * @param next sent to confirm the problem; if it gets a response, the result is undefined
 */
export async function explainNoAnswer(
  run: AnyRun,
  { loss, error = '', code = '' }: Attempt,
  next: TargetRequest,
  proxy: string | undefined,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const { hostname, protocol } = new URL(baseUrl);
  const via = proxy === undefined ? '' : ` (through the proxy ${new URL(proxy).host})`;
  if (code === 'EPROXY' && / 407 /.test(error)) return explainProxyCredentials();
  if (code === 'EPROXY')
    return `${baseUrl} cannot be reached: ${error}; correct HTTPS_PROXY, or add ${hostname} to NO_PROXY`;
  // Without a tunnel, the connection goes to the proxy.
  if (proxy !== undefined && protocol === 'http:' && code in unconnected)
    return `${baseUrl} cannot be reached: the proxy ${new URL(proxy).host} is not available: ${unconnected[code]}; correct HTTP_PROXY, or add ${hostname} to NO_PROXY`;
  const handshake = protocol === 'https:' ? explainHandshake(baseUrl, error, code) : undefined;
  const tls = explainCertificate(baseUrl, code) ?? handshake;
  if (tls !== undefined) return tls;
  const mayBeTls = loss !== 'timeout' && code !== 'ECONNREFUSED' && code !== 'ENOTFOUND';
  if (protocol === 'http:' && proxy === undefined && mayBeTls && (await speaksTls(baseUrl)))
    return explainPlainHttp(baseUrl);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the host name ${hostname} cannot be resolved (${code})${via}; correct the base URL, or connect to the network that resolves it`;
  // A single failure may be accidental, or specific to this call.
  const again = code === 'ECONNREFUSED' ? undefined : await run.target.ask(next);
  if (again?.reply !== undefined) return undefined;
  if (code.startsWith('HPE_'))
    return `${baseUrl} does not speak HTTP/1.1${via}: ${run.redact(error.slice(unreadableAnswer.length).trim())}; correct the host and the port of the base URL`;
  return loss === 'unreadable'
    ? `${baseUrl} returns an unreadable response${via}: ${run.redact(error)}; correct the base URL`
    : `${baseUrl} does not respond${via}: ${run.redact(unconnected[code] ?? error)}; start the target or correct the base URL`;
}

function explainCertificate(baseUrl: string, code: string): string | undefined {
  if (untrusted.test(code))
    return `${baseUrl} has a certificate from an authority that this machine does not trust (${code}); pass the certificate of the authority with --ca <file> or NODE_EXTRA_CA_CERTS, or, for a test system, --insecure`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${baseUrl} has a certificate that is not for ${new URL(baseUrl).hostname} (${code}); use a host name that the certificate contains, or, for a test system, --insecure`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `${baseUrl} has a certificate that ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'} (${code}); renew it, correct the clock, or, for a test system, use --insecure`;
  return undefined;
}

function explainHandshake(baseUrl: string, error: string, code: string): string | undefined {
  if (/wrong version number|packet length too long|http request/i.test(error))
    return `${baseUrl} speaks plain HTTP on this port; use ${baseUrl.replace(/^https:/, 'http:')} as the base URL`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return `${baseUrl}: the TLS handshake failed (${toAlert(error) ?? code}); the target may require another TLS version or a client certificate, which the suite does not send`;
  return undefined;
}

export function explainPlainHttp(baseUrl: string): string {
  return `${baseUrl} speaks HTTPS on this port; use ${baseUrl.replace(/^http:/, 'https:')} as the base URL`;
}

export function explainProxyCredentials(): string {
  return 'the proxy requires credentials (407); set them in the environment variable that names the proxy: http://user:password@host:port';
}

/** Extracts the name of the TLS alert from an OpenSSL error. */
function toAlert(error: string): string | undefined {
  return /alert ([a-z ]+)/i.exec(error)?.[1]?.trim();
}

/** Whether the server accepts a TLS handshake, although plain HTTP was configured. */
function speaksTls(baseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connectTls({ host, port: Number(port || 80), rejectUnauthorized: false });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(3000, () => end(false));
    socket.once('secureConnect', () => end(true));
    socket.once('error', () => end(false));
  });
}
