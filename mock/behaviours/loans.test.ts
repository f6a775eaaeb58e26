import { describe, expect, test } from '@jest/globals';
import { type Questions, runSteps, type Step, useContract } from '../../test/support/run-steps.ts';

const some = (fields: object): unknown => expect.objectContaining(fields);
const list = (...items: readonly object[]): unknown => items.map(some);

const author: Step = { send: 'POST /authors', body: { name: 'Ada' }, status: 201 };
const book = (title: string): Step => {
  return { send: 'POST /books', body: { title, author_id: 1 }, status: 201 };
};
const loan: Step = {
  send: 'POST /loans',
  body: { book_id: 1, borrower: { kind: 'person', name: 'Al' }, due_on: '2030-01-01' },
  status: 201,
  want: some({ lent_at: expect.stringMatching(/^2026-01-01/), returned_at: null }),
};

const questions: Questions = {
  'numbers the first and the last record of a page': [
    ...['a', 'b', 'c'].map(book),
    {
      send: 'GET /books?page=2&per_page=2',
      status: 200,
      want: some({ meta: some({ from: 3, to: 3, total: 3 }) }),
    },
    {
      send: 'GET /books?page=3&per_page=2',
      status: 200,
      want: some({ meta: some({ from: null, to: null }) }),
    },
  ],
  'lists by the body of a POST as by the query of a GET': [
    ...['Night Train', 'Day'].map(book),
    {
      send: 'POST /books/search',
      body: { query: 'night' },
      status: 200,
      want: some({ data: list({ title: 'Night Train' }) }),
    },
    {
      send: 'POST /books/search',
      body: { status: 'draft', page: 2, per_page: 1 },
      status: 200,
      want: some({ data: list({ title: 'Day' }) }),
    },
  ],
  'has a file only once it was sent': [
    book('a'),
    { send: 'GET /books/1/cover', status: 404 },
    { send: 'PUT /books/1/cover', body: 'PNG', type: 'image/png', status: 204 },
    { send: 'GET /books/1/cover', status: 200, want: 'PNG' },
    { send: 'DELETE /books/1/cover', status: 204 },
    { send: 'GET /books/1/cover', status: 404 },
  ],
  'counts records that name another one': [
    author,
    ...['a', 'b'].map(book),
    { send: 'GET /authors/1', status: 200, want: some({ books_count: 2 }) },
    { send: 'DELETE /authors/1', status: 409 },
    { send: 'DELETE /books/1', status: 200, want: { deleted: true, id: 1 } },
    { send: 'GET /authors/1', status: 200, want: some({ books_count: 1 }) },
  ],
  'sets the time of an action whose verb is a noun as well': [
    loan,
    {
      send: 'POST /loans/{1}/return',
      status: 200,
      want: some({ state: 'returned', returned_at: expect.any(String) }),
    },
  ],
  'completes an object of which an action is sent a part': [
    loan,
    {
      send: 'POST /loans/{1}/extend',
      body: { due_on: '2031-01-01', fee: { amount: 2 } },
      status: 200,
      want: some({ due_on: '2031-01-01', fee: { amount: 2, currency: 'EUR' } }),
    },
    { send: 'GET /loans', status: 200, want: some({ loans: list({ due_on: '2031-01-01' }) }) },
  ],
  'reads at the path of a link only what is linked': [
    book('a'),
    { send: 'PUT /shelves/A1', body: { label: 'L' }, status: 201 },
    { send: 'GET /shelves/A1/books/1', status: 404 },
    { send: 'PUT /shelves/A1/books/1', status: 204 },
    { send: 'GET /shelves/A1/books/1', status: 204 },
    { send: 'DELETE /shelves/A1/books/1', status: 204 },
    { send: 'GET /shelves/A1/books/1', status: 404 },
  ],
  'counts records in a reply that only has their numbers': [
    book('a'),
    { send: 'GET /stats', status: 200, want: { books: 1, loans: 0 } },
  ],
};

describe('the mock of loans', () => {
  const load = useContract('loans');

  test.each(Object.entries(questions))('%s', (_, steps) => runSteps(load(), steps));
});
