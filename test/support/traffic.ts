import { contract } from '../../contract/index.ts';
import { checkTraffic } from '../../gate/traffic/check-traffic.ts';
import type { TrafficExchange } from '../../gate/traffic/judge-exchange.ts';

export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const sites = `https://api.example/v1/workspaces/${workspace}/sites`;
export const site = {
  id: '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
  name: 'Harbour',
  hostUrl: null,
  apiKey: '5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4',
};
export const json = { 'content-type': 'application/json; charset=utf-8' };
export const authorization = 'Bearer very-secret-key';

/** A recorded creation of a site. */
export const created: TrafficExchange = {
  method: 'POST',
  url: sites,
  requestHeaders: { ...json, authorization },
  requestBody: '{"name":"Harbour"}',
  response: { status: 201, headers: json, body: JSON.stringify(site) },
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
};

/** Checks recorded traffic against the contract. */
export const check = (exchanges: readonly TrafficExchange[], baseUrl?: string) =>
  checkTraffic(contract, exchanges, {
    source: 'session.har',
    command: 'c',
    ...(baseUrl && { baseUrl }),
  });
