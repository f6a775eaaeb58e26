import { ApiProblem, type Client, type Site } from 'site-contract/client';

/** The content of the page, and its client. */
export interface SitesPageOptions {
  client: Client;
  workspaceId: string;
  pageSize: number;
}

/** Lists the sites of a workspace page by page, creates sites, and shows errors next to their fields. */
export async function openSitesPage({
  client,
  workspaceId,
  pageSize,
}: SitesPageOptions): Promise<void> {
  const form = find('form', HTMLFormElement);
  const list = find('ul', HTMLUListElement);
  const more = find('#more', HTMLButtonElement);
  let last: Site | undefined;

  async function showNextPage(): Promise<void> {
    const after = last === undefined ? {} : { after: last.id };
    const { data, hasMore } = await client.listSites({ workspaceId, limit: pageSize, ...after });
    list.append(...data.map(toItem));
    last = data.at(-1) ?? last;
    more.hidden = !hasMore;
    tell(`${list.childElementCount} sites${hasMore ? ', and more' : ''}`);
  }

  async function createSite(): Promise<void> {
    const fields = new FormData(form);
    const hostUrl = String(fields.get('hostUrl'));
    const body = { name: String(fields.get('name')), ...(hostUrl !== '' && { hostUrl }) };
    const { name } = await client.createSite({ workspaceId, body });
    form.reset();
    // The service decides the position of the new site in the list, so the list is loaded again.
    list.replaceChildren();
    last = undefined;
    await showNextPage();
    tell(`${name} was created`);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(createSite);
  });
  more.addEventListener('click', () => void attempt(showNextPage));
  await attempt(showNextPage);
}

/** Runs an action, and shows a refusal at the field that it refers to, or in general. */
async function attempt(action: () => Promise<void>): Promise<void> {
  showFaults([]);
  try {
    await action();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    showFaults(error.problem?.errors ?? []);
    tell(error.problem?.title ?? error.message);
  }
}

function showFaults(faults: readonly { pointer?: string; detail: string }[]): void {
  for (const label of document.querySelectorAll<HTMLElement>('[data-fault]')) {
    const messages = faults.filter(({ pointer }) => pointer === label.dataset['fault']);
    label.textContent = messages.map(({ detail }) => detail).join(', ');
  }
}

function toItem({ name, hostUrl }: Site): HTMLLIElement {
  const item = document.createElement('li');
  item.textContent = hostUrl === null ? name : `${name} (${hostUrl})`;
  return item;
}

function tell(text: string): void {
  find('[role=status]', HTMLElement).textContent = text;
}

function find<Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${selector}`);
}
