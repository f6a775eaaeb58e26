import type { AssumptionId, AssumptionValues } from '../../../contract/index.ts';
import { createHostUrlRule } from './host-url.ts';
import { createNameLengthRule, nameForms } from './name-rules.ts';
import { localeForms, pathnameForms } from './route-rules.ts';
import type { TextRule } from './text-rule.ts';
import { webhookUrlForms } from './webhook-url.ts';

export type TextRules = { readonly [Id in AssumptionId]?: TextRule | undefined };

/** The rules that hold for texts in bodies, by the assumption that a schema names. */
export function createTextRules(values: AssumptionValues): TextRules {
  return {
    'name-form': nameForms[values['name-form']],
    'name-max-length': createNameLengthRule(values['name-max-length']),
    'host-url-beyond-origin': createHostUrlRule(values['host-url-beyond-origin']),
    'locale-form': localeForms[values['locale-form']],
    'pathname-form': pathnameForms[values['pathname-form']],
    'webhook-url-form': webhookUrlForms[values['webhook-url-form']],
  };
}

/** Validation of a route that `skipValidation=true` skips. */
export const skippable: readonly AssumptionId[] = ['pathname-form', 'locale-form'];
