import { type JsonObject, toStableText } from '../../contract/json.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { ApiScheme } from './api.ts';
import type { DocumentParts } from './document-parts.ts';
import { normalizeUrl } from './normalize-url.ts';

/** Reads the alternatives of `security`. Each is a list of schemes that are required together. */
export function readSecurity(parts: DocumentParts, written: unknown): ApiScheme[][] {
  const alternatives = Array.isArray(written) && written.length > 0 ? written : [{}];
  return alternatives.map((alternative) => {
    const schemes: ApiScheme[] = [];
    for (const [name, scopes] of Object.entries(Object(alternative))) {
      const names = [scopes ?? []].flat().map(String);
      schemes.push({ name, scopes: names, ...readScheme(parts, name) });
    }
    return schemes;
  });
}

/** Reads a security scheme without descriptions, and without scopes: the operation lists the ones that it requires. */
function readScheme(parts: DocumentParts, id: string): Pick<ApiScheme, 'terms' | 'flows'> {
  const keys = ['components', 'securitySchemes', id];
  const isMissing = readAt(parts.root.value, keys) === undefined;
  const scheme: JsonObject = isMissing ? { name: id } : parts.find(parts.root, ...keys).value;
  const { type, openIdConnectUrl, scheme: method, name, in: sent } = scheme;
  const terms: JsonObject = {
    type,
    in: sent,
    scheme: method && String(method).toLowerCase(),
    openIdConnectUrl: toSameUrl(openIdConnectUrl),
    name: sent === 'header' ? String(name).toLowerCase() : name,
  };
  return { terms, flows: listFlows(scheme['flows']) };
}

function listFlows(flows: unknown): string[] {
  return Object.entries(Object(flows)).map(([kind, flow]) => {
    const { authorizationUrl, tokenUrl } = Object(flow);
    return toStableText({
      kind,
      authorizationUrl: toSameUrl(authorizationUrl),
      tokenUrl: toSameUrl(tokenUrl),
    });
  });
}

/** Equal URLs of a security scheme are equal texts. */
function toSameUrl(value: unknown): unknown {
  return typeof value === 'string' ? normalizeUrl(value) : value;
}
