import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { toRequirementFiles } from './requirements-file.ts';

describe('the requirements are refused with what to do', () => {
  const cases: {
    title: string;
    requirements?: (text: string) => string;
    document?: (text: string) => string;
    want: string;
  }[] = [
    {
      title: 'without a statement',
      requirements: () => 'a:\n  level: MUST\n',
      want: 'a needs a level (MUST, SHOULD, OBSERVE), statement',
    },
    {
      title: 'if an operation has no requirement for its status',
      requirements: (text) => text.replace('operation: createRoute', 'operation: updateRoute'),
      want: 'no requirement covers the status of createRoute',
    },
    {
      title: 'if no example has a certain field of a request body',
      document: (text) => text.replace(/\n *locale: en-GB/, ''),
      want: 'no example of the request body of createSite has locale; add it to one',
    },
    {
      title: 'if they name an operation that is not in the document',
      requirements: (text) => text.replace('operation: createRoute', 'operation: getNothing'),
      want: 'names the unknown operation "getNothing"',
    },
    {
      title: 'if the document does not require a field that the interface always shows',
      document: (text) => text.replace('required: [id, name, hostUrl, apiKey]', 'required: [id]'),
      want: '/components/schemas/Site does not require name, hostUrl, apiKey, and site-shape does',
    },
    {
      title: 'if the document has a different default from the interface',
      document: (text) => text.replace('default: 20', 'default: 25'),
      want: 'schema/default is 25, and list-sites-default-limit says 20',
    },
    {
      title: 'if an assumption has an unknown value',
      document: (text) => text.replace(/(unknown-fields:[\s\S]*?value: )\w+/, '$1shrugged'),
      want: 'x-assumptions/unknown-fields: "shrugged" is not one of',
    },
  ];

  test.each(cases)('$title', async ({ requirements, document, want }) => {
    const [requirementsText, documentText] = await Promise.all(
      ['spec/requirements.yaml', 'spec/openapi.yaml'].map((file) => readFile(file, 'utf8')),
    );
    const make = () =>
      toRequirementFiles(
        requirements?.(requirementsText ?? '') ?? requirementsText ?? '',
        parse(document?.(documentText ?? '') ?? documentText ?? ''),
      );
    expect(make).toThrow(want);
  });
});
