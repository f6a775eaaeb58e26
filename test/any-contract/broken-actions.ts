import {
  answer,
  type BrokenForm,
  call,
  form,
  isBody,
  listIds,
  paths,
  reply,
  show,
} from './changes.ts';

/** The path of the record that an action names. */
const toRecord = ({ url }: Request): string => new URL(url).pathname.replace('/archive', '');

/** Forms of the library whose actions break a promise. */
export const brokenActions: readonly BrokenForm[] = [
  form('archiveNote/has-its-effect', 'answers to an action, and does nothing', () =>
    answer('POST', paths.archives, (request, forward) =>
      call(request, forward, 'GET', toRecord(request)),
    ),
  ),
  form('archiveNote/has-its-effect', 'shows the effect of an action, and does not keep it', () =>
    answer('POST', paths.archives, async (request, forward) => {
      const response = await call(request, forward, 'GET', toRecord(request));
      const body: unknown = await response.clone().json();
      return response.ok && isBody(body) ? reply({ ...body, status: 'archived' }) : response;
    }),
  ),
  form('archiveNote/has-its-effect', 'shows the old state in the response to an action', () =>
    show('POST', paths.archives, (body) => ({ ...body, status: 'open' })),
  ),
  form('archiveNote/has-its-effect', 'deletes what it should archive', () =>
    answer('POST', paths.archives, async (request, forward) => {
      const response = await forward(request);
      await call(request, forward, 'DELETE', toRecord(request));
      return response;
    }),
  ),
  form('archiveNote/keeps-what-it-is-not-about', 'clears a text in an action', () =>
    show('GET POST', paths.noteOrArchive, (body) =>
      body['status'] === 'archived' ? { ...body, text: 'gone' } : body,
    ),
  ),
  form('archiveNote/acts-on-no-other', 'archives all notes at once', () =>
    answer('POST', paths.archives, async (request, forward) => {
      const response = await forward(request);
      if (!response.ok) return response;
      for (const id of await listIds(request, forward, '/notes'))
        await call(request, forward, 'POST', `/notes/${id}/archive`);
      return response;
    }),
  ),
  form('archiveNote/is-not-acted-on-if-unknown', 'archives notes that do not exist', () =>
    answer('POST', paths.archives, async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? reply({ id: 'x', text: 'x' }) : response;
    }),
  ),
];
