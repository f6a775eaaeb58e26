import type { CheckResult, Exchange, Failure } from '../../results.ts';
import { type Difference, toComparison } from '../difference.ts';
import { type CauseGroup, toOthersText, toSingleGroup } from '../group-causes.ts';
import { toBodyWindow, type WindowLine } from '../json-lines.ts';
import { listEarlier, toNoAnswer, toShellText } from '../report-texts.ts';
import { toCount, toDuration, toExcerpt } from '../text.ts';
import { html, type Markup, type Part, toLink, toShell } from './page.ts';

const shown = { failures: 10, characters: 8000, lines: 120, linesBefore: 40 };

/** Everything that is needed to understand, judge and reproduce what a check found broken. */
export function toFailures({ outcome, id }: CheckResult): Part {
  if (outcome.status !== 'failed') return undefined;
  const { failures } = outcome;
  const left = failures.length - shown.failures;
  return html`${failures
    .slice(0, shown.failures)
    .map((failure, index) =>
      toFailure(failure, failures.length > 1 ? `${index + 1} of ${failures.length}: ` : '', id),
    )}${left > 0 && html`<p class="more">and ${toCount(left, 'failure')} more, in the JSON report</p>`}`;
}

function toFailure(failure: Failure, place: string, check: string): Markup {
  const { finding, message, pointer, exchange } = failure;
  const { expected, received, difference, note } = toComparison(failure, shown.characters);
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
${exchange !== undefined && toExchange(exchange, failure, check)}
</section>`;
}

function toExchange(exchange: Exchange, failure: Failure, check: string): Markup {
  const { request, reply, durationMs } = exchange;
  return html`
<div class="exchange">
${listEarlier(failure).map((earlier) => toEarlier(earlier.exchange, earlier.label, check))}
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
${toBody(reply.body, `Response body of ${check}`, failure.pointer)}`
}
<h6>Reproduce</h6>
${toShell(toShellText(failure) ?? '', `the shell command of ${check}`)}
</div>`;
}

/** A request that did what another one shows: what it sent, and the status that it got. */
function toEarlier({ request, reply }: Exchange, label: string, check: string): Markup {
  return html`<h6>${label}</h6>
<p class="line"><strong>${request.method}</strong> <code>${request.url}</code>${reply !== undefined && html` <span class="quiet">returned ${reply.status}</span>`}</p>
${toBody(request.body, `${label}: body of the request, ${check}`)}`;
}

function toHeaders(headers: Readonly<Record<string, string>>, label: string): Part {
  const entries = Object.entries(headers);
  if (entries.length === 0) return undefined;
  return html`<details class="headers"><summary>${label}</summary><dl>${entries.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl></details>`;
}

/** A text in which what differs from the other is marked. */
export function markDifference(text: string, difference: Difference | undefined): Markup {
  if (difference === undefined) return html`${text}`;
  const { start, end } = difference;
  const last = text.length - end;
  const middle = text.slice(start, last);
  return html`${text.slice(0, start)}${middle !== '' && html`<mark>${middle}</mark>`}${text.slice(last)}`;
}

/** A body, written out where it is JSON, with the place of the failure marked. */
function toBody(body: string | undefined, label: string, pointer?: string): Part {
  if (body === undefined || body === '') return undefined;
  return html`<pre class="body" tabindex="0" role="region" aria-label="${label}"><code>${toBodyLines(body, pointer)}</code></pre>`;
}

function toBodyLines(body: string, pointer: string | undefined): Part {
  const window = toBodyWindow(body, pointer, {
    whole: shown.lines,
    before: shown.linesBefore,
    behind: shown.lines - shown.linesBefore,
  });
  if (window === undefined) return toExcerpt(body, shown.characters);
  const lines = window.lines.slice(0, shown.lines);
  const left = window.behind + window.lines.length - lines.length;
  return html`${window.before > 0 && `… ${window.before} lines above\n`}${lines.map(toLine)}${left > 0 && `… ${left} more lines`}`;
}

function toLine({ depth, text, isMarked }: WindowLine): Markup {
  const line = `${'  '.repeat(depth)}${toExcerpt(text, shown.characters)}`;
  return isMarked ? html`<mark>${line}</mark>\n` : html`${line}\n`;
}

/** The checks that fail over the same, folded under the one that shows it most directly. */
export function toOthers(group: CauseGroup): Part {
  if (group.others.length === 0) return undefined;
  const items = group.others.map((check) => {
    const message = toSingleGroup(check).failure?.message;
    return html`<li>${toLink('check', check.id, check.title)}${message !== undefined && html` <span class="quiet">${message}</span>`}</li>`;
  });
  return html`<details class="others"><summary>${toOthersText(group)}</summary><ul>${items}</ul></details>`;
}

/** For a check in the group of another: where to look first. */
export function toCause(cause: CheckResult | undefined): Part {
  return (
    cause !== undefined &&
    html`<p class="reason">Probably the same cause as ${toLink('check', cause.id, cause.id)}, which shows it more directly.</p>`
  );
}
