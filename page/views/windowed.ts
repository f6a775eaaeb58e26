import { html, noChange, type TemplateResult } from 'lit-html';
import { AsyncDirective, directive } from 'lit-html/async-directive.js';
import type { ChildPart } from 'lit-html/directive.js';
import { repeat } from 'lit-html/directives/repeat.js';

/** A list that draws only the visible rows. All rows have the height of the first. */
interface WindowedList<Item> {
  items: readonly Item[];
  toKey(item: Item): unknown;
  draw(item: Item): TemplateResult;
}

/** A drawn item and its row element. */
interface DrawnItem<Item> {
  item: Item;
  key: unknown;
  row: number;
  /** Its index in the list. */
  at: number;
}

/** Number of rows drawn above and below the visible ones. */
const margin = 8;
/** Used until the height of a row is known. */
const assumedHeight = 56;

class WindowedDirective extends AsyncDirective {
  #list: WindowedList<unknown> = { items: [], toKey: String, draw: () => html`` };
  #parent: HTMLElement | undefined;
  #height = assumedHeight;
  #start = 0;
  #end = 0;
  #frame = 0;
  #drawn: readonly DrawnItem<unknown>[] = [];
  #rowsMade = 0;

  render(_list: WindowedList<never>): unknown {
    return noChange;
  }

  override update(part: ChildPart, [list]: [WindowedList<unknown>]): unknown {
    this.#list = list;
    if (this.#parent === undefined && part.parentNode instanceof HTMLElement) {
      this.#parent = part.parentNode;
      this.#listen();
    }
    this.#findRange();
    // The row height and the top of the list can only be measured after drawing.
    this.#schedule();
    return this.#drawRange();
  }

  override disconnected(): void {
    removeEventListener('scroll', this.#schedule);
    removeEventListener('resize', this.#schedule);
    this.#parent?.removeEventListener('keydown', this.#moveFocus);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  override reconnected(): void {
    this.#listen();
  }

  #listen(): void {
    addEventListener('scroll', this.#schedule, { passive: true });
    addEventListener('resize', this.#schedule, { passive: true });
    this.#parent?.addEventListener('keydown', this.#moveFocus);
  }

  /** Checks at most once a frame whether other rows are visible. */
  #schedule = (): void => {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.isConnected && this.#findRange()) this.setValue(this.#drawRange());
    });
  };

  /** @returns whether the range has changed */
  #findRange(): boolean {
    const { items } = this.#list;
    const first = this.#parent?.querySelector<HTMLElement>(':scope > [data-at]');
    const height = first?.offsetHeight || this.#height;
    const top = this.#parent?.getBoundingClientRect().top ?? 0;
    const seen = Math.floor(-top / height);
    const start = Math.min(Math.max(0, seen - margin), Math.max(0, items.length - 1));
    const end = Math.min(
      items.length,
      Math.max(0, seen) + Math.ceil(innerHeight / height) + margin,
    );
    const isOther = start !== this.#start || end !== this.#end || height !== this.#height;
    this.#height = height;
    this.#start = start;
    this.#end = Math.max(start, end);
    return isOther;
  }

  #drawRange(): TemplateResult {
    const { items, toKey, draw } = this.#list;
    const shown = items.slice(this.#start, this.#end);
    this.#drawn = this.#assignRows(shown.map((item) => ({ item, key: toKey(item) })));
    return html`${this.#drawSpace(this.#start)}${repeat(
      this.#drawn,
      ({ row }) => row,
      ({ item, at }) =>
        html`<li data-at=${at} aria-posinset=${at + 1} aria-setsize=${items.length}>${draw(item)}</li>`,
    )}${this.#drawSpace(items.length - this.#end)}`;
  }

  /**
   * An item keeps its row. A new item reuses a free row at its place, because that takes half as long as creating one.
   * A row with the focus is not reused, because the focus must not move to another item.
   */
  #assignRows(shown: readonly { item: unknown; key: unknown }[]): DrawnItem<unknown>[] {
    const keys = new Set(shown.map(({ key }) => key));
    const rows = new Map(this.#drawn.map(({ key, row }) => [key, row]));
    const focused = this.#parent?.querySelector<HTMLElement>(':scope > [data-at]:focus-within');
    const focusedAt = Number(focused?.dataset['at']);
    return shown.map(({ item, key }, place) => {
      const before = this.#drawn[place];
      const isFree = before !== undefined && !keys.has(before.key) && before.at !== focusedAt;
      const row = rows.get(key) ?? (isFree ? before.row : this.#rowsMade);
      if (row === this.#rowsMade) this.#rowsMade += 1;
      return { item, key, row, at: this.#start + place };
    });
  }

  /**
   * Draws the space of rows that are not drawn. The security policy of the page allows the property `style`, but not
   * the attribute.
   */
  #drawSpace(rows: number): TemplateResult | null {
    return rows <= 0
      ? null
      : html`<li aria-hidden="true" .style=${`height:${rows * this.#height}px`}></li>`;
  }

  /** The arrow keys move between rows, and from the first one to the search. */
  #moveFocus = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(innerHeight / this.#height) - 2);
    const last = this.#list.items.length - 1;
    const row = event.target instanceof Element ? event.target.closest('[data-at]') : null;
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    const part = ['a, button', '[type="checkbox"]'].find(
      (each) => event.target instanceof Element && event.target.matches(each),
    );
    if (!(row instanceof HTMLElement) || !isPlain || part === undefined) return;
    const at = Number(row.dataset['at']);
    const wanted = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: Math.min(last, at + page),
      PageUp: Math.max(0, at - page),
      Home: 0,
      End: last,
    }[event.key];
    if (wanted === undefined || wanted > last) return;
    event.preventDefault();
    if (wanted < 0) focusSearch();
    else this.#focusRow(wanted, part);
  };

  #focusRow(at: number, part: string): void {
    const { top = 0 } = this.#parent?.getBoundingClientRect() ?? {};
    const rowTop = top + at * this.#height;
    const under = 120;
    if (rowTop < under || rowTop + this.#height > innerHeight - 16) {
      scrollBy(0, rowTop < under ? rowTop - under : rowTop + this.#height + 16 - innerHeight);
      if (this.#findRange()) this.setValue(this.#drawRange());
    }
    this.#parent
      ?.querySelector<HTMLElement>(`[data-at="${at}"] :is(${part})`)
      ?.focus({ preventScroll: true });
  }
}

const draw = directive(WindowedDirective);

export function drawWindowed<Item>(list: WindowedList<Item>): unknown {
  // The directive stores lists of any type, and passes each item only to the functions of its own list.
  return draw(list as WindowedList<never>);
}

/** From the search, the down arrow moves to the first row. */
export function moveToRows(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown') return;
  const row = document.querySelector<HTMLElement>('.rows [data-at="0"] :is(a, button)');
  if (row === null) return;
  event.preventDefault();
  row.focus();
}

export function focusSearch(): void {
  document.querySelector<HTMLElement>('input[type="search"]')?.focus();
}
