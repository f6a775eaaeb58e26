import { render } from 'lit-html';
import { createApi, Refused } from './api.ts';
import { applyTheme, keepToken, readTheme, takeToken } from './browser.ts';
import type { Info } from './schemas.ts';
import { type ContractDocument, drawDocs, findViewer, showContract } from './views/docs.ts';
import { drawLock } from './views/parts.ts';

let token = takeToken();
const api = createApi(() => ({ token, session: 'default' }));
const root = document.getElementById('app');
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Shows the contract by the viewer when it is installed, else by a plain list of our own. */
async function start(lockedBecause = ''): Promise<void> {
  if (root === null) return;
  try {
    if (token === '') throw new Refused(401, { title: lockedBecause });
    const [document, info] = await Promise.all([
      api.call<ContractDocument>('GET', '/contract'),
      api.call<Info>('GET', '/info'),
    ]);
    const viewer = findViewer();
    render(drawDocs(document, viewer !== undefined), root);
    if (viewer !== undefined) showContract(viewer, document, info);
  } catch (error) {
    const because = error instanceof Refused ? error.message : String(error);
    render(drawLock(token === '' ? '' : because, unlock), root);
  }
}

function unlock(given: string): void {
  token = keepToken(given.trim());
  if (root !== null) render(null, root);
  void start();
}

/** The viewer knows a dark look by a class alone. */
function applyDarkLook(): void {
  const theme = applyTheme(readTheme());
  const isDark = theme === 'dark' || (theme === 'auto' && dark.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
}

applyDarkLook();
dark.addEventListener('change', applyDarkLook);
// The viewer is a deferred script: it has run by then.
if (document.readyState === 'complete') void start();
else addEventListener('load', () => void start());
