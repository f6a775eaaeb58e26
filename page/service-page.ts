import type { TemplateResult } from 'lit-html';
import type { Context } from './actions.ts';
import type { MockData } from './model.ts';

/** The parts of the page that a known service draws itself. */
export interface ServicePage {
  /** Draws the view of the data. */
  drawData(context: Context): TemplateResult;
  /** The number of records in the navigation. */
  countData(mock: MockData): number;
  /** The values to choose from in the form for an event, by property. The first of each is chosen. */
  listEventChoices(mock: MockData): Readonly<Record<string, readonly string[]>>;
}
