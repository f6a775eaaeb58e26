import { changeInput } from '../deviations/inputs.ts';
import { changeBody } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { Body, Input, OperationId } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

/** Returns some fields with the values in the previous response. */
function answerPrevious(operationId: OperationId, fields: readonly string[]): Deviation {
  return (service) => {
    let previous: Body | undefined;
    changeBody([operationId], (body) => {
      const kept = previous ?? body;
      previous = body;
      const old = fields.map((field) => [field, kept[field]] as const);
      return { ...body, ...Object.fromEntries(old) };
    })(service);
  };
}

export const mixUps: readonly Entry[] = [
  {
    id: 'mix-ups/create-answers-previous-site',
    title: 'Creating a site returns the site that was created before.',
    deviate: answerPrevious('createSite', ['id', 'name', 'hostUrl', 'apiKey']),
  },
  {
    id: 'mix-ups/create-answers-previous-api-key',
    title: 'Creating a site returns the apiKey of the site that was created before.',
    deviate: answerPrevious('createSite', ['apiKey']),
  },
  {
    id: 'mix-ups/route-answers-previous-route',
    title: 'Creating a route returns the route that was created before.',
    deviate: answerPrevious('createRoute', ['id', 'pathname', 'localizedVariants']),
  },
  {
    id: 'mix-ups/route-answers-previous-variants',
    title: 'Creating a route returns the localized variants of the route before.',
    deviate: answerPrevious('createRoute', ['localizedVariants']),
  },
  {
    id: 'mix-ups/webhook-answers-previous-url',
    title: 'Creating a webhook returns the address of the webhook before.',
    deviate: answerPrevious('createWebhook', ['url']),
  },
  {
    id: 'mix-ups/list-answers-previous-page',
    title: 'Listing returns the page that was requested before.',
    deviate: answerPrevious('listSites', ['data', 'hasMore']),
  },
  {
    id: 'mix-ups/variants-of-previous-route',
    title: 'A route that is created without localized variants gets those of the route before.',
    deviate: (service) => {
      let kept: Input['localizedVariants'];
      changeInput(['createRoute'], (input) => {
        kept = input.localizedVariants ?? kept;
        return { ...input, localizedVariants: kept };
      })(service);
    },
  },
];
