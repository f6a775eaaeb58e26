import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createMock, defaultApiKey } from '../../mock/index.ts';
import type { Context } from '../context.ts';
import type { Section } from '../report/section.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const token = 'token-of-the-bench';
const sites = 10_000;
const requests = 5000;
/** The time of a frame at 60 frames a second, in milliseconds. */
const frame = 1000 / 60;

/** Durations of the frames of one work, in milliseconds. */
interface Frames {
  /** The time until the page shows the result of a scroll or search: two frames if nothing is late. */
  busy: number[];
  /** The processor time of the page: scripts, style, layout and paint. */
  processor: number[];
}

const works = [
  { view: 'requests', title: `scroll through ${requests} requests`, keys: '' },
  { view: 'requests', title: `filter ${requests} requests, key by key`, keys: 'site 7654' },
  { view: 'data', title: `scroll through ${sites} sites`, keys: '' },
  { view: 'data', title: `filter ${sites} sites, key by key`, keys: 'site 9876' },
] as const;

export async function measurePage({ note }: Context): Promise<Section[]> {
  if (!existsSync(executablePath)) {
    note(`NOT MEASURED: the page, because ${executablePath} does not exist; set CHROMIUM_PATH`);
    return [];
  }
  note('The page with many entries');
  const mock = createMock({ seed: 1, journal: requests });
  const { url } = await mock.listen({ control: { token } });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await fill(mock.fetch);
    const page = await openPage(browser, url);
    const found = new Map<string, Frames>();
    for (const { view, title, keys } of works) {
      await goTo(page, view);
      // The first run is slower: code is compiled when a row is first drawn.
      await (keys === '' ? scroll(page, 30) : filter(page, keys, 1));
      found.set(title, await (keys === '' ? scroll(page, 240) : filter(page, keys, 5)));
    }
    return [toSection(found)];
  } finally {
    await browser.close();
    await mock.close();
  }
}

async function fill(fetch: (request: Request) => Promise<Response>): Promise<void> {
  for (let at = 0; at < sites; at += 1) {
    const response = await fetch(
      new Request(`http://mock/v1/workspaces/${workspace}/sites`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${defaultApiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          name: `Site ${at} of the harbour`,
          hostUrl: `https://site-${at}.example`,
        }),
      }),
    );
    if (response.status !== 201) throw new Error(`createSite returned ${response.status}`);
  }
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/__mock/#token=${token}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText(`${requests} requests`, { exact: true }).waitFor();
  return page;
}

async function goTo(page: Page, view: string): Promise<void> {
  await page.evaluate((name) => {
    location.hash = `#/${name}`;
    scrollTo(0, 0);
  }, view);
  await page.locator(`main.is-${view} [data-at]`).first().waitFor();
}

/** Scrolls half a screen in each frame. */
function scroll(page: Page, frames: number): Promise<Frames> {
  return measureFrames(
    page,
    // To the end of a stretch, and back.
    Array.from({ length: frames }, (_, at) => (at < frames / 2 ? 450 : -450)),
  );
}

/** Types one key in each frame, which is faster than any user, and clears the search at the end. */
function filter(page: Page, text: string, rounds: number): Promise<Frames> {
  const starts = Array.from(text, (_, at) => text.slice(0, at + 1));
  return measureFrames(page, Array.from({ length: rounds }, () => [...starts, '']).flat());
}

/** @param steps the action in each frame: a distance to scroll, or a text for the search */
async function measureFrames(page: Page, steps: readonly (number | string)[]): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const frames: Frames = { busy: [], processor: [] };
  let before = await read();
  for (const step of steps) {
    frames.busy.push(await takeStep(page, step));
    const after = await read();
    frames.processor.push(after - before);
    before = after;
  }
  await session.detach();
  return frames;
}

/** @returns the duration of the frame */
function takeStep(page: Page, step: number | string): Promise<number> {
  // Functions in it have no names: the TypeScript loader would mark them with a helper that the page does not have.
  return page.evaluate(
    (todo) =>
      new Promise((done) => {
        requestAnimationFrame(() => {
          const started = performance.now();
          const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
          if (typeof todo === 'number') scrollBy(0, todo);
          else if (field !== null) {
            field.value = todo;
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
          }
          // The list finds its rows before the next frame; the message arrives after it was drawn.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(performance.now() - started);
            port2.postMessage(undefined);
          });
        });
      }),
    step,
  );
}

function toSection(found: ReadonlyMap<string, Frames>): Section {
  const write = (value: number): string => value.toFixed(1);
  return {
    title: 'The page with many entries',
    about: [
      `Chromium at 1440 × 900, ${sites} sites and ${requests} requests in the journal; no requests during the measurement.`,
      'Each step scrolls by half a screen, or types one key into the search. Processor time is that of the thread that runs scripts, style, layout and paint. A screen shows a frame every 16.7 ms.',
    ],
    table: {
      columns: [
        '',
        'steps',
        'processor, median ms',
        '95 %',
        'longest',
        'until shown, median ms',
        '95 %',
      ],
      rows: [...found].map(([title, { busy, processor }]) => [
        title,
        String(busy.length),
        ...[0.5, 0.95, 1].map((share) => write(pick(processor, share))),
        ...[0.5, 0.95].map((share) => write(pick(busy, share))),
      ]),
    },
    goals: [...found].map(([title, { processor }]) => ({
      title: `Page: ${title}, 95th percentile of processor time, ms`,
      goal: { atMost: Math.round(frame * 10) / 10 },
      measured: pick(processor, 0.95),
    })),
  };
}

/** Returns the value at this quantile. */
function pick(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
