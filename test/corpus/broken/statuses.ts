import { answerStatus, changeReply, isLaterPage } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { Deviation } from '../service/service.ts';

const emptied: Deviation = changeReply(['updateSite'], (reply) => ({
  ...reply,
  status: 204,
  bytes: Buffer.alloc(0),
}));

export const statuses: readonly Entry[] = [
  {
    id: 'status/create-site-200',
    title: 'Creating a site returns 200 instead of 201.',
    deviate: answerStatus('createSite', 200),
  },
  {
    id: 'status/create-site-202',
    title: 'Creating a site returns 202 instead of 201.',
    deviate: answerStatus('createSite', 202),
  },
  {
    id: 'status/list-200',
    title: 'Listing sites returns 200 instead of the documented 201.',
    deviate: answerStatus('listSites', 200),
  },
  {
    id: 'status/list-200-later-page',
    title: 'Listing sites returns 200 on every page but the first.',
    deviate: answerStatus('listSites', 200, isLaterPage),
  },
  {
    id: 'status/update-site-204',
    title: 'Updating a site returns 204 without a body.',
    deviate: emptied,
  },
  {
    id: 'status/update-site-304-unchanged',
    title: 'An update that changes nothing returns 304 without a body.',
    deviate: changeReply(['updateSite'], (reply, { input }) =>
      input.name === undefined && input.hostUrl === undefined
        ? { ...reply, status: 304, bytes: Buffer.alloc(0) }
        : reply,
    ),
  },
  {
    id: 'status/duplicate-200',
    title: 'Duplicating a site returns 200 instead of 201.',
    deviate: answerStatus('duplicateSite', 200),
  },
  {
    id: 'status/duplicate-202',
    title: 'Duplicating a site returns 202 instead of 201.',
    deviate: answerStatus('duplicateSite', 202),
  },
  {
    id: 'status/create-route-200',
    title: 'Creating a route returns 200 instead of 201.',
    deviate: answerStatus('createRoute', 200),
  },
  {
    id: 'status/create-route-200-with-variants',
    title: 'Creating a route returns 200 when localized variants are given.',
    deviate: answerStatus(
      'createRoute',
      200,
      ({ input }) => (input.localizedVariants?.length ?? 0) > 0,
    ),
  },
  {
    id: 'status/update-route-201',
    title: 'Updating a route returns 201 instead of 200.',
    deviate: answerStatus('updateRoute', 201),
  },
  {
    id: 'status/update-route-202',
    title: 'Updating a route returns 202 instead of 200.',
    deviate: answerStatus('updateRoute', 202),
  },
  {
    id: 'status/update-route-204',
    title: 'Updating a route returns 204 without a body.',
    deviate: changeReply(['updateRoute'], (reply) => ({
      ...reply,
      status: 204,
      bytes: Buffer.alloc(0),
    })),
  },
  {
    id: 'status/create-webhook-200',
    title: 'Creating a webhook returns 200 instead of 201.',
    deviate: answerStatus('createWebhook', 200),
  },
  {
    id: 'status/create-webhook-200-site-published',
    title: 'Creating a webhook returns 200 for the event type site.published.',
    deviate: answerStatus(
      'createWebhook',
      200,
      ({ input }) => input.eventType === 'site.published',
    ),
  },
  {
    id: 'status/list-redirects',
    title: 'A list is redirected to the same path with a trailing slash.',
    deviate: (service) => {
      const { respond } = service;
      service.respond = async (request) => {
        const { method, path, query } = request;
        if (method !== 'GET') return respond(request);
        if (path.endsWith('/')) return respond({ ...request, path: path.slice(0, -1) });
        const location = `${path}/${query.size > 0 ? `?${query}` : ''}`;
        return { status: 307, headers: { location }, bytes: Buffer.alloc(0) };
      };
    },
  },
];
