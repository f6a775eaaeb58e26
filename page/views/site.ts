import { html, type TemplateResult } from 'lit-html';
import type { Site } from '../schemas.ts';
import type { Context } from './context.ts';
import { drawId, drawSecret } from './secret.ts';

export function drawSite(site: Site, context: Context): TemplateResult {
  const { id, name, hostUrl, apiKey, locale, routes } = site;
  const count = `${routes.length} ${routes.length === 1 ? 'route' : 'routes'}`;
  return html`<details class="site card">
    <summary><span class="name" dir="auto">${name}</span> <span class="host">${hostUrl ?? 'no host'}</span>
      <span class="quiet">${count}</span></summary>
    <dl class="fields">
      <div><dt>id</dt><dd>${drawId(id, 'site id', context)}</dd></div>
      <div><dt>apiKey</dt><dd>${drawSecret(apiKey, 'site key', context)}</dd></div>
      ${locale === undefined ? null : html`<div><dt>locale</dt><dd>${locale}</dd></div>`}
    </dl>
    ${routes.length === 0 ? html`<p class="quiet">No routes.</p>` : drawRoutes(site, context)}
  </details>`;
}

function drawRoutes({ name, routes }: Site, context: Context): TemplateResult {
  return html`<table><caption class="visually-hidden">Routes of ${name}</caption>
    <thead><tr><th scope="col">Pathname</th><th scope="col">Localized variants</th><th scope="col">Id</th></tr></thead>
    <tbody>${routes.map(
      ({
        id,
        pathname,
        localizedVariants,
      }) => html`<tr><th scope="row"><code>${pathname}</code></th>
        <td>${
          localizedVariants.length === 0
            ? html`<span class="quiet">none</span>`
            : localizedVariants.map(
                (variant) =>
                  html`<span class="variant"><span class="tag">${variant.locale}</span> <code>${variant.pathname}</code></span> `,
              )
        }</td>
        <td>${drawId(id, 'route id', context)}</td></tr>`,
    )}</tbody></table>`;
}
