import type { CheckResult } from '../../results.ts';
import { type CauseGroup, toOthersText } from '../group-causes.ts';
import { html, type Part } from './markup.ts';
import { toAnchor } from './status.ts';

/** The checks that fail over the same, folded under the one that shows it most directly. */
export function toOthers(group: CauseGroup): Part {
  if (group.others.length === 0) return undefined;
  return html`<details class="others"><summary>${toOthersText(group)}</summary><ul>${group.others.map(
    (check) =>
      html`<li><a href="#${toAnchor('check', check.id)}">${check.title}</a>${toMessage(check)}</li>`,
  )}</ul></details>`;
}

function toMessage({ outcome }: CheckResult): Part {
  const [first] = outcome.status === 'failed' ? outcome.failures : [];
  return first !== undefined && html` <span class="quiet">${first.message}</span>`;
}

/** For a check in the group of another: where to look first. */
export function toCause(cause: CheckResult | undefined): Part {
  return (
    cause !== undefined &&
    html`<p class="reason">Probably the same cause as <a href="#${toAnchor('check', cause.id)}">${cause.id}</a>, which shows it more directly.</p>`
  );
}
