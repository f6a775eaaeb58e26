import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { ServiceOptions } from '../corpus/service/service.ts';
import type { RunningService } from '../corpus/service/start-service.ts';
import {
  createCollection,
  demand,
  Refusal,
  type RouteDocument,
  readBody,
  readLimit,
  readRoute,
  readSite,
  readUuid,
  readWebhook,
  type SiteDocument,
} from './express-store.ts';

/** Mistakes of the kind that code reviews find. */
export const expressFaults = [
  'update-without-filter',
  'page-one-too-long',
  'limit-with-trailing-text',
  'list-cached',
  'webhooks-without-key',
  'mass-assignment',
  'shared-default-variants',
  'cursor-by-time',
  'lost-update',
  'partial-update-on-refusal',
  'empty-name-is-none',
  'copy-is-a-reference',
  'crash-on-null-body',
  'router-merges-slashes-before-the-key',
  'error-after-write',
  'forgotten-await',
  'sites-of-all-workspaces',
  'long-pathname-cut-on-update',
] as const;

export type ExpressFault = (typeof expressFaults)[number];

/** The service in Express with an asynchronous document store, as a small team might write it. */
export async function startExpressService(
  { apiKey, workspaceIds }: ServiceOptions,
  fault?: ExpressFault,
): Promise<RunningService> {
  const has = (name: ExpressFault): boolean => fault === name;
  const sites = createCollection<SiteDocument>();
  const routes = createCollection<RouteDocument>();
  const cache = new Map<string, unknown>();
  const noVariants: RouteDocument['localizedVariants'] = [];
  const app = express();
  app.disable('x-powered-by');
  app.set('case sensitive routing', true);
  app.use(express.json({ strict: false, limit: '1mb', type: () => true }));

  const authorise = (request: Request, _response: Response, next: NextFunction) => {
    const [scheme = '', ...key] = (request.get('authorization') ?? '').split(' ');
    const isRight = scheme.toLowerCase() === 'bearer' && key.join(' ') === apiKey;
    const isOpen = has('router-merges-slashes-before-the-key') && request.path.includes('//');
    if (!isRight && !isOpen) throw new Refusal(401, 'the key is missing or wrong');
    if (isOpen) request.url = request.url.replaceAll(/\/{2,}/g, '/');
    next();
  };
  const readWorkspace = (request: Request): string => {
    const id = readUuid(request.params['workspaceId']);
    const known = workspaceIds.find((workspace) => workspace.toLowerCase() === id);
    return demand(known, 404, 'no such workspace');
  };
  const toSite = ({ id, name, hostUrl, apiKey: key }: SiteDocument) => ({
    id,
    name,
    hostUrl,
    apiKey: key,
  });
  const toRoute = ({ id, pathname, localizedVariants }: RouteDocument) => ({
    id,
    pathname,
    localizedVariants,
  });
  const insertSite = async (site: Pick<SiteDocument, 'workspaceId' | 'name' | 'hostUrl'>) => {
    cache.clear();
    const made = { ...site, id: randomUUID(), apiKey: randomUUID(), createdAt: Date.now() };
    // Without `await`, the write happens long after the response.
    if (has('forgotten-await')) setTimeout(() => sites.insert(made), 50);
    else await sites.insert(made);
    return made;
  };

  const addWebhooks = () =>
    app.post('/v1/workspaces/:workspaceId/webhooks', (request, response) => {
      const workspaceId = readWorkspace(request);
      response.status(201).json({ id: randomUUID(), workspaceId, ...readWebhook(request.body) });
    });
  if (has('webhooks-without-key')) addWebhooks();
  app.use(authorise);
  addWebhooks();

  app.get('/v1/workspaces/:workspaceId/sites', async (request, response) => {
    const workspaceId = readWorkspace(request);
    const limit = readLimit(request.query['limit'], has('limit-with-trailing-text'));
    const { after } = request.query;
    const key = JSON.stringify([workspaceId, limit, after]);
    const kept = has('list-cached') ? cache.get(key) : undefined;
    if (kept !== undefined) return response.status(201).json(kept);
    const all = (await sites.all()).filter(
      (site) => has('sites-of-all-workspaces') || site.workspaceId === workspaceId,
    );
    const cursor = after === undefined ? undefined : readUuid(after);
    const at = all.findIndex(({ id }) => id === cursor);
    if (cursor !== undefined && at < 0)
      throw new Refusal(400, 'after is not the id of a site in the workspace');
    const behind = has('cursor-by-time')
      ? all.filter(({ createdAt }) => createdAt > (all[at]?.createdAt ?? 0))
      : all.slice(at + 1);
    const page = {
      data: behind.slice(0, has('page-one-too-long') ? limit + 1 : limit).map(toSite),
      hasMore: behind.length > limit,
    };
    cache.set(key, page);
    return response.status(201).json(page);
  });

  app.post('/v1/workspaces/:workspaceId/sites', async (request, response) => {
    const workspaceId = readWorkspace(request);
    const { name, hostUrl = null } = readSite(request.body);
    const site = { workspaceId, name: demand(name, 422, 'name is required'), hostUrl };
    response.status(201).json(toSite(await insertSite(site)));
  });

  app.patch('/v1/sites/:siteId', async (request, response) => {
    const site = await sites.find(readUuid(request.params['siteId']));
    if (has('partial-update-on-refusal'))
      await sites.patch(site.id, keepTexts(request.body, 'name'));
    const { name, hostUrl } = readSite(request.body, has('crash-on-null-body'));
    const change = {
      ...(name === undefined || (has('empty-name-is-none') && name === '') ? {} : { name }),
      ...(hostUrl === undefined ? {} : { hostUrl }),
      ...(has('mass-assignment') ? request.body : {}),
    };
    if (has('update-without-filter'))
      for (const other of await sites.all()) await sites.patch(other.id, change);
    else if (has('lost-update')) await sites.replace({ ...site, ...change });
    else await sites.patch(site.id, change);
    if (!has('list-cached')) cache.clear();
    response.json(toSite(await sites.find(site.id)));
  });

  app.post('/v1/sites/:siteId/duplicate', async (request, response) => {
    const site = await sites.find(readUuid(request.params['siteId']));
    const { name = `Copy of ${site.name}` } = readSite(request.body ?? {});
    const copy = await insertSite({ ...site, name });
    if (has('copy-is-a-reference')) sites.follow(copy.id, site.id, ['hostUrl']);
    for (const route of await routes.all())
      if (route.siteId === site.id)
        await routes.insert({ ...route, id: randomUUID(), siteId: copy.id });
    response.status(201).json(toSite(copy));
  });

  app.post('/v1/sites/:siteId/routes', async (request, response) => {
    const site = await sites.find(readUuid(request.params['siteId']));
    const { pathname, localizedVariants = has('shared-default-variants') ? noVariants : [] } =
      readRoute(request);
    const route = {
      id: randomUUID(),
      siteId: site.id,
      pathname: demand(pathname, 422, 'pathname is required'),
      localizedVariants,
    };
    if (has('shared-default-variants')) noVariants.push(...localizedVariants.slice(0, 1));
    await routes.insert(route);
    response.status(201).json(toRoute(route));
  });

  app.patch('/v1/routes/:routeId', async (request, response) => {
    const route = await routes.find(readUuid(request.params['routeId']));
    if (has('partial-update-on-refusal'))
      await routes.patch(route.id, keepTexts(request.body, 'pathname'));
    const change = readRoute(request);
    if (has('long-pathname-cut-on-update') && change.pathname !== undefined)
      change.pathname = change.pathname.slice(0, 200);
    await (has('lost-update')
      ? routes.replace({ ...route, ...change })
      : routes.patch(route.id, change));
    if (has('error-after-write') && change.localizedVariants?.length === 0)
      throw new TypeError('Cannot read properties of undefined');
    response.json(toRoute(await routes.find(route.id)));
  });

  app.use(() => {
    throw new Refusal(404, 'nothing is served here');
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const status = error instanceof Refusal ? error.status : readStatus(error);
    response.status(status).json({ message: String(error) });
  });

  const server = createServer(app);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Errors of the body parser contain the status of the response. */
function readStatus(error: unknown): number {
  const status: unknown =
    typeof error === 'object' && error !== null && Reflect.get(error, 'status');
  return typeof status === 'number' ? status : 500;
}

function keepTexts(body: unknown, field: string): Record<string, string> {
  const { [field]: value } = readBody(body ?? {});
  return typeof value === 'string' ? { [field]: value } : {};
}
