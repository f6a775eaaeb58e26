import type { CheckResult, Exchange, Failure } from '../../results.ts';
import { toComparison } from '../comparison.ts';
import { toCount, toDuration } from '../count.ts';
import { type CauseGroup, toOthersText } from '../group-causes.ts';
import { toNoAnswer, toShellText } from '../reproduce.ts';
import { html, type Markup, markDifference, type Part, toAnchor, toBody } from './markup.ts';

const shownFailures = 10;
const shownCharacters = 8000;

/** Everything that is needed to understand, judge and reproduce what a check found broken. */
export function toFailures({ outcome, id }: CheckResult): Markup | undefined {
  if (outcome.status !== 'failed') return undefined;
  const { failures } = outcome;
  const left = failures.length - shownFailures;
  return html`${failures
    .slice(0, shownFailures)
    .map((failure, index) =>
      toFailure(failure, failures.length > 1 ? `${index + 1} of ${failures.length}: ` : '', id),
    )}${left > 0 && html`<p class="more">and ${toCount(left, 'failure')} more, in the JSON report</p>`}`;
}

function toFailure(failure: Failure, place: string, check: string): Markup {
  const { finding, message, pointer, exchange } = failure;
  const { expected, received, difference, note } = toComparison(failure, shownCharacters);
  return html`
<section class="failure">
<h5>${place}${finding ?? message}</h5>
${finding !== undefined && finding !== message && html`<p class="note">${message}</p>`}
<dl class="comparison">
<div class="expected"><dt>Expected</dt><dd><pre><code>${markDifference(expected, difference)}</code></pre></dd></div>
<div class="received"><dt>Received</dt><dd><pre><code>${markDifference(received, difference)}</code></pre></dd></div>
</dl>
${note !== undefined && html`<p class="note">${note}</p>`}
${pointer !== undefined && html`<p class="place">Location: ${pointer === '' ? 'the whole response body' : html`<code>${pointer}</code> in the response body`}</p>`}
${exchange !== undefined && toExchange(exchange, { failure, check })}
</section>`;
}

interface ExchangeOptions {
  failure: Failure;
  check: string;
}

function toExchange(exchange: Exchange, { failure, check }: ExchangeOptions): Markup {
  const { request, reply, durationMs } = exchange;
  const { pointer, write, cause } = failure;
  const shell = toShellText(failure) ?? '';
  return html`
<div class="exchange">
${cause !== undefined && toWrite(cause, check, 'Caused by')}
${write !== undefined && toWrite(write, check, 'Written by')}
<h6>Request</h6>
<p class="line"><strong>${request.method}</strong> <code>${request.url}</code></p>
${toHeaders(request.headers, 'Request headers')}
${toBody(request.body, `Request body of ${check}`)}
<h6>Response</h6>
${
  reply === undefined
    ? html`<p class="line">${toNoAnswer(exchange)}</p>`
    : html`<p class="line"><strong>${reply.status}</strong> ${reply.headers['content-type'] ?? 'no content type'} <span class="quiet">in ${toDuration(durationMs)}</span></p>
${toHeaders(reply.headers, 'Response headers')}
${toBody(reply.body, `Response body of ${check}`, pointer)}`
}
<h6>Reproduce</h6>
<div class="shell"><pre tabindex="0" role="region" aria-label="Shell command of ${check}"><code>${shell}</code></pre>
<button type="button" class="copy" hidden aria-label="Copy the shell command of ${check}">Copy</button></div>
</div>`;
}

/** What was written, and that it was answered as done. */
function toWrite({ request, reply }: Exchange, check: string, label: string): Markup {
  return html`<h6>${label}</h6>
<p class="line"><strong>${request.method}</strong> <code>${request.url}</code>${reply !== undefined && html` <span class="quiet">returned ${reply.status}</span>`}</p>
${toBody(request.body, `${label}: body of the request, ${check}`)}`;
}

function toHeaders(headers: Readonly<Record<string, string>>, label: string): Markup | undefined {
  const entries = Object.entries(headers);
  if (entries.length === 0) return undefined;
  return html`<details class="headers"><summary>${label}</summary><dl>${entries.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl></details>`;
}

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
