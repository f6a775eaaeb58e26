import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { createPrograms } from '../../test/installed/create-programs.ts';
import { useProgram } from '../../test/installed/use-program.ts';

const manifests = parseAllDocuments(readFileSync('examples/cluster/kubernetes.yaml', 'utf8')).map(
  (document) => document.toJS(),
);
const models = { Deployment, HorizontalPodAutoscaler, PodDisruptionBudget, ConfigMap, Service };
const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind);
const program = useProgram();
const programs = createPrograms();
afterEach(() => programs.end());

describe('the Kubernetes manifests', () => {
  test.each(manifests)('$kind is valid', (manifest) => {
    const Model = Object.entries(models).find(([kind]) => kind === manifest.kind)?.[1];
    if (Model === undefined) throw new Error(`no schema for ${manifest.kind}`);
    expect(() => new Model(manifest).validate()).not.toThrow();
    const broken = structuredClone(manifest);
    broken.metadata.labels = 'mock';
    expect(() => new Model(broken).validate()).toThrow(/labels/);
  });

  test('select the same pods', () => {
    const { selector, template } = find('Deployment').spec;
    const { labels } = template.metadata;
    expect(selector.matchLabels).toEqual(labels);
    expect(find('Service').spec.selector).toEqual(labels);
    expect(find('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    const { kind, name } = find('HorizontalPodAutoscaler').spec.scaleTargetRef;
    expect({ kind, name }).toEqual({ kind: 'Deployment', name: find('Deployment').metadata.name });
    expect(find('Service').metadata.name).toBe(name);
  });

  test('let a mock shut down gracefully, and keep some while others stop', () => {
    const { spec } = find('Deployment').spec.template;
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(5);
    const { minReplicas } = find('HorizontalPodAutoscaler').spec;
    expect(find('PodDisruptionBudget').spec.minAvailable).toBeLessThan(minReplicas);
  });

  test('start a mock that responds to probes, to its service, and to Prometheus', async () => {
    const [container] = find('Deployment').spec.template.spec.containers;
    const mock = await program.startMock(container.args.slice(1), {
      environment: { SITE_CONTRACT_ADMIN_TOKEN: 'token-of-the-cluster' },
    });
    const url = `http://127.0.0.1:${new URL(mock.url).port}`;
    // The kubelet and Prometheus name the address of the pod.
    const address = '127.0.0.1:4010';
    const { livenessProbe, readinessProbe } = container;
    for (const { httpGet } of [livenessProbe, readinessProbe])
      expect(await ask(url, httpGet.path, address)).toMatchObject({ status: 200 });
    const service: string = find('Service').metadata.name;
    const list = '/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites';
    expect(await ask(url, '/__mock/metrics', service, 'token-of-the-cluster')).toMatchObject({
      status: 200,
    });
    expect(await ask(url, list, service, 'site-contract-key')).toMatchObject({ status: 201 });
    const { annotations } = find('Deployment').spec.template.metadata;
    const path = annotations['prometheus.io/path'];
    const { body } = await ask(url, path, address, 'token-of-the-cluster');
    const [{ pods }] = find('HorizontalPodAutoscaler').spec.metrics;
    const [rule] = parse(find('ConfigMap').data['config.yaml']).rules;
    expect(rule.name.as).toBe(pods.metric.name);
    expect(body).toContain(`${rule.seriesQuery.replace(/\{.*/, '')}{`);
  });
});

/** `fetch` sets the header Host by itself. */
function ask(url: string, path: string, host: string, token = '') {
  const headers = { host, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sent = request(url + path, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}
